import { expect, it } from 'vitest'
import { text } from '#renderer/text/en.ts'
import {
  noPassphrases,
  passphraseErrors,
} from '#renderer/views/policies/backup/backup-passphrase.ts'

const words = text.policies.backup.making
const good = { backup: 'words far apart', again: 'words far apart', vault: 'words for the vault' }

it('a backup passphrase that is missing has no other error', () => {
  expect(passphraseErrors(noPassphrases)).toEqual([])
  expect(passphraseErrors({ ...good, backup: '' })).toEqual([])
})

it('a backup passphrase is long enough, given twice, and not the vault’s', () => {
  expect(passphraseErrors(good)).toEqual([])
  expect(passphraseErrors({ ...good, backup: 'short  ', again: 'short  ' })).toEqual([
    { field: 'backup', message: words.tooShort(12) },
  ])
  const differs = [{ field: 'again', message: words.differs }]
  expect(passphraseErrors({ ...good, again: '' })).toEqual(differs)
  expect(passphraseErrors({ ...good, again: 'words far Apart' })).toEqual(differs)
  expect(passphraseErrors({ ...good, vault: good.backup })).toEqual([
    { field: 'backup', message: words.sameAsVault },
  ])
})
