import type { TableEncoding } from '#values/text/text-encoding.ts'

const isPairs = (encoding: TableEncoding): boolean => /^(?:shift|gb|big|euc)/u.test(encoding)

/** The bytes of each character of an encoding, found by decoding all bytes that it may have. */
const bytesByCharacter = (encoding: TableEncoding): ReadonlyMap<string, readonly number[]> => {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const found = new Map<string, readonly number[]>()
  const add = (...bytes: readonly number[]): void => {
    try {
      const text = decoder.decode(Uint8Array.from(bytes))
      if (Array.from(text).length === 1 && !found.has(text)) found.set(text, bytes)
    } catch {
      // No character has these bytes.
    }
  }
  for (let lead = 0x80; lead <= 0xff; lead++) {
    add(lead)
    if (isPairs(encoding)) for (let trail = 0x40; trail <= 0xfe; trail++) add(lead, trail)
  }
  return found
}

/** A text as an older program writes it. */
export const encodeLegacy = (text: string, encoding: TableEncoding): Uint8Array => {
  const known = bytesByCharacter(encoding)
  return Uint8Array.from(
    Array.from(text).flatMap((character) => {
      const code = character.codePointAt(0) ?? 0
      const bytes = code < 0x80 ? [code] : known.get(character)
      if (bytes === undefined) throw new RangeError(`${encoding} has no ${character}.`)
      return bytes
    }),
  )
}
