import { passphraseStrength } from '#shared/passphrase-strength.ts'
import { useNotices } from './notices.ts'

/**
 * Tells of a passphrase that opened something and is weaker than a new one may be; what it opened was
 * sealed when less was asked. Says nothing where it cannot be judged.
 */
export const warnIfWeak = async (passphrase: string, message: string): Promise<boolean> => {
  const strength = await passphraseStrength(passphrase).catch(() => undefined)
  if (strength?.error === undefined) return false
  useNotices.getState().notify('warn', `${message} ${strength.error}`)
  return true
}
