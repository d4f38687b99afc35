import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { ColdpressError, messageOf } from '#values/errors/errors.ts'
import { Secret } from '#platform/secret/secret.ts'

/** age's X25519 pair (C2SP age v1): `AGE-SECRET-KEY-1…` as bytes, and `age1…`. */
export type AgePair = { readonly identity: Secret; readonly recipient: string }

/**
 * Works once more where it failed. OpenSSL keeps an error of any other part of the program in a queue of
 * the thread, and WebCrypto takes it for its own when it reads a key: with TLS, that of a host name that
 * is too long. Reading the queue empties it, so the second time tells what is wrong.
 */
const onceMore = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch {
    return work()
  }
}

export const generateAgePair = (): Promise<AgePair> =>
  onceMore(async () => {
    const identity = await generateX25519Identity()
    return { identity: Secret.ofText(identity), recipient: await identityToRecipient(identity) }
  })

/** @throws ColdpressError `corrupt` when the secret is not an age identity */
export const recipientOf = async (identity: Secret, item: string): Promise<string> => {
  try {
    return await onceMore(() => identityToRecipient(identity.text()))
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
  return onceMore(() => encryptSecret(encrypter, secret))
}

/** @throws ColdpressError `corrupt` naming the item: not age, cut short, altered, or encrypted to another. */
export const decryptWith = async (
  identity: Secret,
  sealed: Uint8Array,
  item: string,
): Promise<Secret> => {
  try {
    return await onceMore(async () => Secret.ofBytes(await decrypterWith(identity).decrypt(sealed)))
  } catch (error) {
    throw damaged(item, error)
  }
}

/**
 * The library starts to derive the recipient of an identity as it is added, and awaits it only while it
 * opens a file. Until then nobody would handle its failure, which ends the process.
 */
const decrypterWith = (identity: Secret): Decrypter => {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity.text())
  for (const added of identitiesOf(decrypter)) promiseIn(added)?.catch(() => undefined)
  return decrypter
}

const identitiesOf = (decrypter: Decrypter): readonly unknown[] => {
  const identities: unknown = Reflect.get(decrypter, 'identities')
  // an unknown version of the library might start elsewhere
  if (!Array.isArray(identities)) throw new Error('age-encryption has no list of identities')
  return identities
}

const promiseIn = (identity: unknown): Promise<unknown> | undefined => {
  if (typeof identity !== 'object' || identity === null) return undefined
  const recipient: unknown = Reflect.get(identity, 'recipient')
  return recipient instanceof Promise ? recipient : undefined
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
