import { z } from 'zod'

const unicodeEncodings = ['utf-8', 'utf-16le', 'utf-16be'] as const
export type TextEncoding = (typeof unicodeEncodings)[number]

/** The encodings in which a table is read, by their names in the Encoding Standard. */
export const tableEncodings = [
  ...unicodeEncodings,
  'windows-1252',
  'macintosh',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
] as const
export const tableEncoding = z.enum(tableEncodings)
export type TableEncoding = z.output<typeof tableEncoding>

/** As a person reads it. */
export const encodingLabels: Readonly<Record<TableEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 (little-endian)',
  'utf-16be': 'UTF-16 (big-endian)',
  'windows-1252': 'Windows-1252 (Western Europe)',
  macintosh: 'Mac Roman (Western Europe)',
  'windows-1250': 'Windows-1250 (Central Europe)',
  'windows-1251': 'Windows-1251 (Cyrillic)',
  'windows-1253': 'Windows-1253 (Greek)',
  'windows-1254': 'Windows-1254 (Turkish)',
  shift_jis: 'Shift JIS (Japanese)',
  gb18030: 'GB 18030 (Simplified Chinese)',
  big5: 'Big5 (Traditional Chinese)',
  'euc-kr': 'EUC-KR (Korean)',
}

/** UTF-8 or UTF-16, as a byte order mark says or the bytes show. Nothing else is guessed. */
export const textEncodingOf = (bytes: Uint8Array): TextEncoding => {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return withoutMark(bytes)
}

/** The text of a file of any program. Bytes that are no text are replacement characters. */
export const textOf = (bytes: Uint8Array): string =>
  new TextDecoder(textEncodingOf(bytes)).decode(bytes)

/**
 * UTF-16 without a mark shows by its NULs: every ASCII character, and a table has delimiters and JSON
 * brackets at the least, is a NUL on one side. UTF-8 text has none.
 */
const withoutMark = (bytes: Uint8Array): TextEncoding => {
  const sample = bytes.subarray(0, 4096)
  const nulsAt = (side: 0 | 1) =>
    sample.filter((byte, index) => byte === 0 && index % 2 === side).length
  const [even, odd] = [nulsAt(0), nulsAt(1)]
  // A stray NUL in UTF-8 is an issue to report, not a sign of UTF-16.
  if ((even + odd) * 40 < sample.length) return 'utf-8'
  if (odd > even * 4) return 'utf-16le'
  return even > odd * 4 ? 'utf-16be' : 'utf-8'
}
