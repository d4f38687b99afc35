import { expect, it } from 'vitest'
import {
  isComplete,
  passphraseFault,
} from '../../../../src/renderer/views/policies/backup/backup-passphrase.ts'

const good = { backup: 'words far apart', again: 'words far apart', vault: 'words for the vault' }

it('nothing is said while somebody still types', () => {
  expect(passphraseFault({ ...good, backup: 'sh', again: '' })).toBeUndefined()
  expect(isComplete({ ...good, again: '' })).toBe(false)
  expect(isComplete({ ...good, vault: '' })).toBe(false)
})

it('a backup passphrase is long enough, given twice, and not the vault’s', () => {
  expect(passphraseFault(good)).toBeUndefined()
  expect(isComplete(good)).toBe(true)
  expect(passphraseFault({ ...good, backup: 'short  ', again: 'short  ' })).toBe('tooShort')
  expect(passphraseFault({ ...good, again: 'words far Apart' })).toBe('differs')
  const same = { ...good, vault: good.backup }
  expect(passphraseFault(same)).toBe('sameAsVault')
  expect(isComplete(same)).toBe(false)
})
