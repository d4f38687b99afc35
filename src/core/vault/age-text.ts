import { armor } from 'age-encryption'

const armored = /-----BEGIN AGE ENCRYPTED FILE-----[\s\S]*?-----END AGE ENCRYPTED FILE-----/u

/** age's text form of a file, in lines of 64 characters. */
export const ageText = (file: Uint8Array): string => armor.encode(file)

/**
 * The age file itself out of what people have of it: the file, its text form, or a text that holds
 * one, such as a printable page or what was read off its codes, with empty lines between.
 * Undefined where there is none.
 */
export const ageFileIn = (bytes: Uint8Array): Uint8Array | undefined => {
  if (startsWith(bytes, 'age-encryption.org/')) return bytes
  const text = armored.exec(new TextDecoder().decode(bytes))?.[0]
  if (text === undefined) return undefined
  const lines = text.split(/\r?\n/u).map((line) => line.trim())
  try {
    return armor.decode(lines.filter((line) => line !== '').join('\n'))
  } catch {
    return undefined
  }
}

/** Whether a passphrase, and not a key, opens an age file. */
export const isUnderPassphrase = (file: Uint8Array): boolean =>
  startsWith(file, 'age-encryption.org/v1\n-> scrypt ')

/**
 * How much memory and time the passphrase of a file costs, as the base-2 logarithm of scrypt's N.
 * Undefined for a file that no passphrase opens.
 */
export const workFactorOf = (file: Uint8Array): number | undefined => {
  const head = new TextDecoder('latin1').decode(file.subarray(0, 100))
  const factor = /^age-encryption\.org\/v1\n-> scrypt \S+ (\d{1,3})\n/u.exec(head)?.[1]
  return factor === undefined ? undefined : Number(factor)
}

/**
 * How many bytes a file to one X25519 recipient holds, by its length: what can be told of it without
 * the key. Undefined for any other file, or one that was cut off. C2SP age v1: after the header come
 * a nonce of 16 bytes and, for up to 64 KiB, one chunk with a tag of 16.
 */
export const sealedLength = (file: Uint8Array): number | undefined => {
  const text = new TextDecoder('latin1').decode(file.subarray(0, 300))
  const header =
    /^age-encryption\.org\/v1\n-> X25519 [\w+/]{43}\n[\w+/]{43}\n--- [\w+/]{43}\n/u.exec(text)?.[0]
  const length = header === undefined ? -1 : file.length - header.length - 32
  return length < 0 ? undefined : length
}

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  new TextDecoder('latin1').decode(bytes.subarray(0, text.length)) === text
