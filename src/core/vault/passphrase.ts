import { ColdpressError } from '../../shared/errors.ts'
import type { Secret } from '../secret/secret.ts'

const minCharacters = 8

/**
 * What a new passphrase must be. scrypt makes guessing slow; only length makes it hopeless.
 * @throws ColdpressError `invalid`
 */
export const requireGoodPassphrase = (passphrase: Secret): void => {
  if (Array.from(passphrase.text().trim()).length >= minCharacters) return
  throw new ColdpressError(
    'invalid',
    `The vault passphrase needs at least ${minCharacters} characters. Several random words are easy to remember and hard to guess.`,
    { details: { field: 'passphrase' } },
  )
}
