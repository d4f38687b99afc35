import { minPassphraseChars } from '#shared/passphrase-strength.ts'
import { charsOf } from '#shared/text.ts'

/** The passphrases of a new backup, as they stand in the form. */
export type BackupPassphrases = {
  readonly backup: string
  readonly again: string
  readonly vault: string
}
export const noPassphrases: BackupPassphrases = { backup: '', again: '', vault: '' }

export type PassphraseError = 'tooShort' | 'differs' | 'sameAsVault'

/** What is wrong with the backup's passphrase as far as it was typed; undefined: nothing yet. */
export const passphraseError = ({
  backup,
  again,
  vault,
}: BackupPassphrases): PassphraseError | undefined => {
  if (again !== '' && charsOf(backup.trim()) < minPassphraseChars) return 'tooShort'
  if (again !== '' && again !== backup) return 'differs'
  return backup !== '' && backup === vault ? 'sameAsVault' : undefined
}

export const isComplete = (typed: BackupPassphrases): boolean =>
  typed.backup !== '' &&
  typed.again !== '' &&
  typed.vault !== '' &&
  passphraseError(typed) === undefined
