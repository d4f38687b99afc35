import { ColdpressError } from '#shared/errors.ts'
import { passphraseStrength } from '#shared/passphrase-strength.ts'
import type { Secret } from '../secret/secret.ts'

/**
 * What a new passphrase must be. scrypt makes guessing slow; only a passphrase that is hard to guess
 * makes it hopeless. Older ones open what they opened before.
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
