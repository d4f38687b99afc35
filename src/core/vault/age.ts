import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { ColdpressError, messageOf } from '#shared/errors.ts'
import { Secret } from '../secret/secret.ts'

/** age's X25519 pair (C2SP age v1): `AGE-SECRET-KEY-1…` as bytes, and `age1…`. */
export type AgePair = { readonly identity: Secret; readonly recipient: string }

export const generateAgePair = async (): Promise<AgePair> => {
  const identity = await generateX25519Identity()
  return { identity: Secret.ofText(identity), recipient: await identityToRecipient(identity) }
}

/** @throws ColdpressError `corrupt` when the secret is not an age identity */
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

export const encryptTo = async (recipient: string, secret: Secret): Promise<Uint8Array> => {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return encryptSecret(encrypter, secret)
}

/** @throws ColdpressError `corrupt` naming the item: not age, cut short, altered, or encrypted to another. */
export const decryptWith = async (
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

/**
 * For a key that scrypt derives from the passphrase.
 * @param workFactor base-2 logarithm of scrypt's cost
 */
export const encrypterUnder = (passphrase: Secret, workFactor: number): Encrypter => {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphraseText(passphrase))
  encrypter.setScryptWorkFactor(workFactor)
  return encrypter
}

export const decrypterUnder = (passphrase: Secret): Decrypter => {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphraseText(passphrase))
  return decrypter
}

/** Encrypts a secret as {@link encrypterUnder} does. */
export const encryptUnder = async (
  passphrase: Secret,
  secret: Secret,
  workFactor: number,
): Promise<Uint8Array> => {
  return encryptSecret(encrypterUnder(passphrase, workFactor), secret)
}

/** The errors of a wrong passphrase and of a bad file. */
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
 * Decrypts under the key that scrypt derives from the passphrase: an item of the vault or, with its
 * own `errors`, any file.
 * @throws ColdpressError `wrong_passphrase`; `corrupt` naming a damaged item. Damage to the few
 * bytes that the passphrase itself opens looks like a wrong passphrase.
 */
export const decryptUnder = async (
  passphrase: Secret,
  sealed: Uint8Array,
  errors: string | OpenErrors,
): Promise<Secret> => {
  const { wrongPassphrase, damaged } = typeof errors === 'string' ? vaultErrors(errors) : errors
  try {
    return Secret.ofBytes(await decrypterUnder(passphrase).decrypt(sealed))
  } catch (error) {
    throw isWrongPassphrase(error) ? wrongPassphrase() : damaged(error)
  }
}

/** Systems may type the same characters as different code points; NFC normalises them. */
const passphraseText = (passphrase: Secret): string => passphrase.text().normalize('NFC')

/**
 * age reads its input asynchronously, so it gets its own copy. Not by `slice`: on a Buffer that
 * shares memory, and wiping the copy would wipe the secret.
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

/** The library marks a wrong passphrase only by this message. */
export const isWrongPassphrase = (error: unknown): boolean =>
  messageOf(error) === "no identity matched any of the file's recipients"
