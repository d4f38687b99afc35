import type { FieldError } from '#contract/collections/calls.ts'
import { minPassphraseChars } from '#values/passphrases/passphrase-strength.ts'
import { charsOf } from '#values/text/text.ts'
import { text } from '#renderer/text/en.ts'

const words = text.policies.backup.making

/** The passphrases of a new backup, as they stand in the form. */
export type BackupPassphrases = { backup: string; again: string; vault: string }
export const noPassphrases: BackupPassphrases = { backup: '', again: '', vault: '' }

/** What is wrong with the backup's passphrase beside that it is missing. */
export const passphraseErrors = ({
  backup,
  again,
  vault,
}: BackupPassphrases): readonly FieldError[] => {
  if (backup === '') return []
  const errors: FieldError[] = []
  if (charsOf(backup.trim()) < minPassphraseChars)
    errors.push({ field: 'backup', message: words.tooShort(minPassphraseChars) })
  if (backup === vault) errors.push({ field: 'backup', message: words.sameAsVault })
  if (again !== backup) errors.push({ field: 'again', message: words.differs })
  return errors
}
