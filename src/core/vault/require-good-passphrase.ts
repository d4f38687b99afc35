import { ColdpressError } from '#shared/errors.ts'
import { passphraseStrength } from '#shared/passphrase-strength.ts'
import type { Secret } from '../secret/secret.ts'

/**
 * Rejects weak new passphrases: scrypt slows guessing, but only a strong passphrase makes it
 * hopeless. Existing weak passphrases still open their files.
 * @throws ColdpressError `invalid`
 */
export const requireGoodPassphrase = async (
  passphrase: Secret,
  whose: 'vault' | 'backup',
): Promise<void> => {
  const { error } = await passphraseStrength(passphrase.text())
  if (error === undefined) return
  throw new ColdpressError('invalid', `The ${whose} passphrase cannot be used. ${error}`, {
    details: { field: 'passphrase' },
  })
}
