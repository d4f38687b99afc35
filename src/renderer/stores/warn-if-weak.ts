import { passphraseStrength } from '#values/passphrases/passphrase-strength.ts'
import { useNotices } from './notices.ts'

/**
 * Warns about an accepted passphrase that is weaker than a new one may be: it was set when less was
 * required. Does nothing if the strength cannot be computed.
 */
export const warnIfWeak = async (passphrase: string, message: string): Promise<boolean> => {
  const strength = await passphraseStrength(passphrase).catch(() => undefined)
  if (strength?.error === undefined) return false
  useNotices.getState().announce('warn', `${message} ${strength.error}`)
  return true
}
