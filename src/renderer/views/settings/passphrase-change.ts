import { charsOf } from '../../../shared/text.ts'
import { text } from '../../text/en.ts'

/** Shorter ones are refused by the vault too (core/vault/passphrase.ts). */
const leastCharacters = 8

/** What is wrong with a new passphrase before the vault is asked; undefined: nothing. */
export const freshFault = (fresh: string, again: string): string | undefined => {
  if (charsOf(fresh) < leastCharacters) return text.settings.vault.tooShort(leastCharacters)
  return fresh === again ? undefined : text.settings.vault.differs
}
