import { armor } from 'age-encryption'

const armored = /-----BEGIN AGE ENCRYPTED FILE-----[\s\S]*?-----END AGE ENCRYPTED FILE-----/u

/** A file in age's text form, with 64 characters a line. */
export const ageText = (file: Uint8Array): string => armor.encode(file)

/**
 * Extracts the age file from what users have: the file, its text form, or a text that contains one
 * (a printed page, or lines scanned from its codes, with empty lines between). Undefined if there
 * is none.
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

/** Whether an age file opens with a passphrase rather than a key. */
export const isUnderPassphrase = (file: Uint8Array): boolean =>
  startsWith(file, 'age-encryption.org/v1\n-> scrypt ')

/**
 * The cost of a file's passphrase: the base-2 logarithm of scrypt's N. Undefined for a file without
 * a passphrase.
 */
export const workFactorOf = (file: Uint8Array): number | undefined => {
  const head = new TextDecoder('latin1').decode(file.subarray(0, 100))
  const factor = /^age-encryption\.org\/v1\n-> scrypt \S+ (\d{1,3})\n/u.exec(head)?.[1]
  return factor === undefined ? undefined : Number(factor)
}

/**
 * Length of the plaintext of a file for one X25519 recipient, computed without the key. Undefined
 * for any other or truncated file. C2SP age v1: the header is followed by a nonce of 16 bytes and,
 * up to 64 KiB, one chunk with a tag of 16 bytes.
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
