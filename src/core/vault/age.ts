import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { ColdpressError, messageOf } from '#shared/errors.ts'
import { Secret } from '../secret/secret.ts'

/** `AGE-SECRET-KEY-1…` as bytes, and `age1…`: age's X25519 pair (C2SP age v1). */
export type AgePair = { readonly identity: Secret; readonly recipient: string }

export const generateAgePair = async (): Promise<AgePair> => {
  const identity = await generateX25519Identity()
  return { identity: Secret.ofText(identity), recipient: await identityToRecipient(identity) }
}

/** @throws ColdpressError `corrupt` when the secret is no age identity. */
export const recipientOf = async (identity: Secret, item: string): Promise<string> => {
  try {
    return await identityToRecipient(identity.text())
  } catch (error) {
    throw damaged(item, error)
  }
}

export const isRecipient = (text: string): boolean => {
  try {
    new Encrypter().addRecipient(text)
    return text.length === 62
  } catch {
    return false
  }
}

export const sealTo = async (recipient: string, secret: Secret): Promise<Uint8Array> => {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return encryptSecret(encrypter, secret)
}

/** @throws ColdpressError `corrupt` naming the item: not age, cut short, altered, or sealed to another. */
export const openWith = async (
  identity: Secret,
  sealed: Uint8Array,
  item: string,
): Promise<Secret> => {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity.text())
  try {
    return Secret.ofBytes(await decrypter.decrypt(sealed))
  } catch (error) {
    throw damaged(item, error)
  }
}

/** @param workFactor base-2 logarithm of scrypt's cost */
export const sealUnder = async (
  passphrase: Secret,
  secret: Secret,
  workFactor: number,
): Promise<Uint8Array> => {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphraseText(passphrase))
  encrypter.setScryptWorkFactor(workFactor)
  return encryptSecret(encrypter, secret)
}

/** What is said when a passphrase does not open a file, and when the file itself is the error. */
export type OpenErrors = {
  readonly wrongPassphrase: () => ColdpressError
  readonly damaged: (cause: unknown) => ColdpressError
}

const vaultErrors = (item: string): OpenErrors => ({
  wrongPassphrase: () =>
    new ColdpressError(
      'wrong_passphrase',
      'The passphrase does not open the vault. Check the keyboard layout and capitals, and try again.',
    ),
  damaged: (cause) => damaged(item, cause),
})

/**
 * Opens an item of the vault, or with `errors` of its own any other file under a passphrase.
 * @throws ColdpressError `wrong_passphrase`; `corrupt` naming the item for a damaged one. Damage to
 * the few bytes that the passphrase itself opens cannot be told from a wrong passphrase.
 */
export const openUnder = async (
  passphrase: Secret,
  sealed: Uint8Array,
  errors: string | OpenErrors,
): Promise<Secret> => {
  const { wrongPassphrase, damaged } = typeof errors === 'string' ? vaultErrors(errors) : errors
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphraseText(passphrase))
  try {
    return Secret.ofBytes(await decrypter.decrypt(sealed))
  } catch (error) {
    throw isNoMatch(error) ? wrongPassphrase() : damaged(error)
  }
}

/** The same characters typed on another system may come as other code points: NFC makes them one. */
const passphraseText = (passphrase: Secret): string => passphrase.text().normalize('NFC')

/**
 * age reads its input while it works, hence a copy that lives exactly that long. Not by `slice`: on
 * a Buffer that shares the memory, and wiping the copy would wipe the secret.
 */
const encryptSecret = async (encrypter: Encrypter, secret: Secret): Promise<Uint8Array> => {
  const plain = secret.use((bytes) => Uint8Array.from(bytes))
  try {
    return await encrypter.encrypt(plain)
  } finally {
    plain.fill(0)
  }
}

const damaged = (item: string, cause: unknown): ColdpressError =>
  new ColdpressError(
    'corrupt',
    `The vault's item ${item} is damaged or was sealed by another vault. Restore it from a backup; other items are not affected.`,
    { details: { item }, cause },
  )

/** The library tells a passphrase that fits nothing from other errors by this sentence alone. */
const isNoMatch = (error: unknown): boolean =>
  messageOf(error) === "no identity matched any of the file's recipients"
