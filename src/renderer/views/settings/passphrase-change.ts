import { minPassphraseChars } from '#shared/passphrase-strength.ts'
import { charsOf } from '#shared/text.ts'
import { text } from '#renderer/text/en.ts'

/** What is wrong with a new passphrase before the vault is asked; undefined: nothing. */
export const newPassphraseError = (fresh: string, again: string): string | undefined => {
  if (charsOf(fresh) < minPassphraseChars) return text.settings.vault.tooShort(minPassphraseChars)
  return fresh === again ? undefined : text.settings.vault.differs
}
