import type { FieldError } from '#contract/collections/calls.ts'
import { minPassphraseChars } from '#values/passphrases/passphrase-strength.ts'
import { charsOf } from '#values/text/text.ts'
import { text } from '#renderer/text/en.ts'

const words = text.common.passphrase

/** What is wrong with a new passphrase before the vault is asked. `field`: where it is typed. */
export const newPassphraseErrors = (
  fresh: string,
  again: string,
  field: string,
): readonly FieldError[] => {
  if (charsOf(fresh) < minPassphraseChars)
    return [{ field, message: words.tooShort(minPassphraseChars) }]
  return fresh === again ? [] : [{ field: 'again', message: words.differs }]
}
