import { ColdpressError } from '#shared/errors.ts'
import type { Pieces } from './pieces.ts'
import type { Table } from './table-types.ts'

type Encoding = Table['encoding']

/** Far more than 100,000 rows need; a folder's largest file is not read by mistake. */
const maxTableBytes = 64 * 1024 * 1024

/**
 * The text of a CSV, in pieces: UTF-8 or UTF-16, with or without a byte order mark. Nothing is guessed
 * beyond that: bytes of another encoding would put wrong letters on chain for good.
 * @throws ColdpressError `invalid` with the line and what to do
 */
export function* decodingTable(bytes: Uint8Array): Pieces<{ text: string; encoding: Encoding }> {
  requireTextFile(bytes)
  const encoding = encodingOf(bytes)
  const text = yield* decoding(bytes, encoding)
  const nul = text.indexOf('\0')
  if (nul !== -1)
    throw new ColdpressError(
      'invalid',
      `The table holds a NUL character on line ${lineAt(text, nul)}: it is not a text file. ${saveAs}`,
      { details: { rule: 'csv_not_text', line: lineAt(text, nul) } },
    )
  return { text, encoding }
}

const saveAs = 'Save it in the spreadsheet program as "CSV UTF-8" and try again.'

const signatures: readonly { readonly bytes: readonly number[]; readonly what: string }[] = [
  {
    bytes: [0x50, 0x4b, 0x03, 0x04],
    what: 'a workbook (such as .xlsx, .ods, .numbers) or a ZIP file',
  },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], what: 'an old Excel workbook (.xls), or one with a password' },
]

const requireTextFile = (bytes: Uint8Array): void => {
  if (bytes.length > maxTableBytes)
    throw new ColdpressError(
      'invalid',
      `The table has ${bytes.length} bytes, at most ${maxTableBytes} are read. Split it into several imports.`,
      { details: { rule: 'csv_too_large' } },
    )
  for (const { bytes: magic, what } of signatures)
    if (magic.every((byte, index) => bytes[index] === byte))
      throw new ColdpressError('invalid', `The table is ${what}, not a CSV. ${saveAs}`, {
        details: { rule: 'csv_not_text' },
      })
}

const encodingOf = (bytes: Uint8Array): Encoding => {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return withoutMark(bytes)
}

/**
 * UTF-16 without a mark shows by its NULs: every ASCII character, and a table has delimiters at
 * the least, is a NUL on one side. UTF-8 text has none.
 */
const withoutMark = (bytes: Uint8Array): Encoding => {
  const sample = bytes.subarray(0, 4096)
  const nulsAt = (side: 0 | 1) =>
    sample.filter((byte, index) => byte === 0 && index % 2 === side).length
  const [even, odd] = [nulsAt(0), nulsAt(1)]
  // A stray NUL in UTF-8 is an issue to report, not a sign of UTF-16.
  if ((even + odd) * 40 < sample.length) return 'utf-8'
  if (odd > even * 4) return 'utf-16le'
  return even > odd * 4 ? 'utf-16be' : 'utf-8'
}

/** Decoded at once in about a millisecond. */
const bytesAtOnce = 1024 * 1024

function* decoding(bytes: Uint8Array, encoding: Encoding): Pieces<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const texts: string[] = []
  try {
    for (let at = 0; at < bytes.length; at += bytesAtOnce) {
      texts.push(decoder.decode(bytes.subarray(at, at + bytesAtOnce), { stream: true }))
      yield
    }
    texts.push(decoder.decode())
  } catch (cause) {
    throw encoding === 'utf-8' ? notUtf8(bytes, cause) : notUtf16(bytes, encoding, cause)
  }
  return texts.join('')
}

const notUtf8 = (bytes: Uint8Array, cause: unknown): ColdpressError => {
  const at = firstInvalidByte(bytes)
  const line = 1 + bytes.subarray(0, at).filter((byte) => byte === 0x0a).length
  const byte = bytes[at] ?? 0
  const guess = new TextDecoder('windows-1252').decode(Uint8Array.of(byte))
  const hex = byte.toString(16).toUpperCase().padStart(2, '0')
  return new ColdpressError(
    'invalid',
    `The table is not UTF-8: byte ${at + 1} (0x${hex}) on line ${line} is no character. ` +
      `In Windows-1252, which older programs write, it would be "${guess}". ${saveAs}`,
    { details: { rule: 'csv_encoding', byte: at + 1, line }, cause },
  )
}

/** Decoding with replacement marks each invalid byte; a mark that was in the file is passed over. */
const firstInvalidByte = (bytes: Uint8Array): number => {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  let at = 0
  let from = 0
  for (;;) {
    const mark = text.indexOf('\uFFFD', from)
    if (mark === -1) return Math.max(0, bytes.length - 1)
    at += Buffer.byteLength(text.slice(from, mark))
    const written = bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd
    if (!written) return at
    at += 3
    from = mark + 1
  }
}

const notUtf16 = (bytes: Uint8Array, encoding: Encoding, cause: unknown): ColdpressError => {
  const text = new TextDecoder(encoding).decode(bytes)
  const mark = text.indexOf('\uFFFD')
  const line = lineAt(text, mark === -1 ? text.length : mark)
  return new ColdpressError(
    'invalid',
    `The table looks like UTF-16, but line ${line} holds half a character: it was cut off or damaged. ${saveAs}`,
    { details: { rule: 'csv_encoding', line }, cause },
  )
}

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length
