import { ColdpressError } from '#values/errors/errors.ts'
import { passphraseStrength } from '#values/passphrases/passphrase-strength.ts'
import type { Secret } from '#platform/secret/secret.ts'

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
