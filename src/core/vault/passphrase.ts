import { ColdpressError } from '../../shared/errors.ts'
import { charsOf } from '../../shared/text.ts'
import type { Secret } from '../secret/secret.ts'

/** Characters that a new passphrase needs. */
export const minPassphraseChars = 8

/**
 * What a new passphrase must be. scrypt makes guessing slow; only length makes it hopeless.
 * @throws ColdpressError `invalid`
 */
export const requireGoodPassphrase = (passphrase: Secret, whose = 'vault'): void => {
  if (charsOf(passphrase.text().trim()) >= minPassphraseChars) return
  throw new ColdpressError(
    'invalid',
    `The ${whose} passphrase needs at least ${minPassphraseChars} characters. Several random words are easy to remember and hard to guess.`,
    { details: { field: 'passphrase' } },
  )
}
