import { expect, it } from 'vitest'
import { isComplete, passphraseError } from '#renderer/views/policies/backup/backup-passphrase.ts'

const good = { backup: 'words far apart', again: 'words far apart', vault: 'words for the vault' }

it('nothing is said while somebody still types', () => {
  expect(passphraseError({ ...good, backup: 'sh', again: '' })).toBeUndefined()
  expect(isComplete({ ...good, again: '' })).toBe(false)
  expect(isComplete({ ...good, vault: '' })).toBe(false)
})

it('a backup passphrase is long enough, given twice, and not the vault’s', () => {
  expect(passphraseError(good)).toBeUndefined()
  expect(isComplete(good)).toBe(true)
  expect(passphraseError({ ...good, backup: 'short  ', again: 'short  ' })).toBe('tooShort')
  expect(passphraseError({ ...good, again: 'words far Apart' })).toBe('differs')
  const same = { ...good, vault: good.backup }
  expect(passphraseError(same)).toBe('sameAsVault')
  expect(isComplete(same)).toBe(false)
})
