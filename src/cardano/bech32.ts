import { bech32 } from '@scure/base'

/** The result of reading a text. It never contains the text, which may be a key. */
export type Bech32Reading =
  | { readonly outcome: 'read'; readonly prefix: string; readonly bytes: Uint8Array }
  | { readonly outcome: 'not_bech32' }
  | { readonly outcome: 'mixed_case' }
  | { readonly outcome: 'wrong_checksum' }

const shape = /^[!-~]{1,83}1[qpzry9x8gf2tvdw0s3jn54khce6mua7l]{6,}$/u

/** Reads bech32 (BIP-173) of any length: CIP-5 lifts the limit of 90 characters. */
export const readBech32 = (text: string): Bech32Reading => {
  const lower = text.toLowerCase()
  if (!shape.test(lower)) return { outcome: 'not_bech32' }
  if (text !== lower && text !== text.toUpperCase()) return { outcome: 'mixed_case' }
  const decoded = bech32.decodeUnsafe(lower, false)
  if (decoded === undefined) return { outcome: 'wrong_checksum' }
  const bytes = bech32.fromWordsUnsafe(decoded.words)
  decoded.words.fill(0)
  return bytes instanceof Uint8Array
    ? { outcome: 'read', prefix: decoded.prefix, bytes }
    : { outcome: 'not_bech32' }
}

export const writeBech32 = (prefix: string, bytes: Uint8Array): string => {
  const words = bech32.toWords(bytes)
  const text = bech32.encode(prefix, words, false)
  words.fill(0)
  return text
}
