import type { ColdpressError } from '#values/errors/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { importErrors } from '#contract/imports/errors.ts'
import {
  encodingLabels,
  type TableEncoding as Encoding,
  textEncodingOf,
} from '#values/text/text-encoding.ts'
import { type DecodedText, guessEncoding } from './guess-encoding.ts'
import { issueOf, type Issue } from './issues.ts'
import type { Pieces } from './pieces.ts'

/** Far more than 100,000 rows need; a folder's largest file is not read by mistake. */
const maxTableBytes = 64 * 1024 * 1024

export type TableText = {
  readonly text: string
  readonly encoding: Encoding
  readonly notes: readonly Issue[]
}

/**
 * The text of a CSV, in pieces: UTF-8 or UTF-16, with or without a byte order mark, or an older
 * encoding that its letters make clear. Any other would put wrong letters on chain for good.
 * @param chosen the encoding that somebody chose
 * @throws ColdpressError `invalid` with the line and what to do
 */
export function* decodingTable(bytes: Uint8Array, chosen?: Encoding): Pieces<TableText> {
  requireTextFile(bytes)
  const { text, encoding, notes } = yield* decodingAs(bytes, chosen)
  if (markup.test(text))
    throw errorBy(
      importErrors,
      'csv_not_text',
      {},
      `The table is a web page or XML, as some programs save one under the name of a workbook. ${saveAs}`,
    )
  const nul = text.indexOf('\0')
  if (nul !== -1)
    throw errorBy(
      importErrors,
      'csv_not_text',
      { line: lineAt(text, nul) },
      `The table holds a NUL character on line ${lineAt(text, nul)}: it is not a text file. ${saveAs}`,
    )
  return { text, encoding, notes }
}

const markup = /^\s*<(?:!doctype|\?xml|html|head|body|meta|table|workbook)\b/iu

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
    throw errorBy(
      importErrors,
      'csv_too_large',
      {},
      `The table has ${bytes.length} bytes, at most ${maxTableBytes} are read. Split it into several imports.`,
    )
  for (const { bytes: magic, what } of signatures)
    if (magic.every((byte, index) => bytes[index] === byte))
      throw errorBy(importErrors, 'csv_not_text', {}, `The table is ${what}, not a CSV. ${saveAs}`)
}

/** Decoded at once in about a millisecond. */
const bytesAtOnce = 1024 * 1024

function* decodingAs(bytes: Uint8Array, chosen: Encoding | undefined): Pieces<TableText> {
  const encoding = chosen ?? textEncodingOf(bytes)
  try {
    return { text: yield* decoding(bytes, encoding), encoding, notes: [] }
  } catch (cause) {
    if (chosen !== undefined) throw notIn(chosen, bytes, cause)
    if (encoding !== 'utf-8') throw notUtf16(bytes, encoding, cause)
    if (isMostlyUtf8(bytes)) throw damagedUtf8(bytes, cause)
  }
  yield
  const { isClear, found } = guessEncoding(bytes)
  const [best] = found
  if (!isClear || best === undefined) throw unclearEncoding(bytes, found)
  const text = yield* decoding(bytes, best.encoding)
  return { text, encoding: best.encoding, notes: [guessedEncoding(best)] }
}

function* decoding(bytes: Uint8Array, encoding: Encoding): Pieces<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const texts: string[] = []
  for (let at = 0; at < bytes.length; at += bytesAtOnce) {
    texts.push(decoder.decode(bytes.subarray(at, at + bytesAtOnce), { stream: true }))
    yield
  }
  texts.push(decoder.decode())
  return texts.join('')
}

const guessedEncoding = ({ encoding, language, word }: DecodedText): Issue =>
  issueOf(
    'guessed_encoding',
    `The table is not UTF-8. It is read as ${encodingLabels[encoding]}, because its letters are those of ${language}, as in "${word}". Choose another encoding if a letter is wrong.`,
  )

/** Damage to UTF-8 leaves most of its characters; another encoding has hardly any by chance. */
const isMostlyUtf8 = (bytes: Uint8Array): boolean => {
  const text = new TextDecoder('utf-8').decode(bytes)
  let more = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 0x80) more += code === 0xfffd ? -1 : 1
  }
  return more >= 0
}

/** Where the first invalid byte is. */
const placeIn = (bytes: Uint8Array) => {
  const at = firstInvalidByte(bytes)
  const hex = (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, '0')
  const line = lineAt(Buffer.from(bytes.subarray(0, at)).toString('latin1'), at)
  return { byte: at + 1, line, text: `byte ${at + 1} (0x${hex}) on line ${line}` }
}

const damagedUtf8 = (bytes: Uint8Array, cause: unknown): ColdpressError => {
  const { byte, line, text } = placeIn(bytes)
  return errorBy(
    importErrors,
    'csv_encoding',
    { byte, line },
    `The table is UTF-8, but ${text} is no character: it was cut off or damaged. ${saveAs}`,
    cause,
  )
}

const unclearEncoding = (bytes: Uint8Array, found: readonly DecodedText[]): ColdpressError => {
  const { byte, line, text } = placeIn(bytes)
  const each = found.map(({ encoding, word }) => `${encodingLabels[encoding]} ("${word}")`)
  return errorBy(
    importErrors,
    'encoding_ambiguous',
    { byte, line, encodings: found.map(({ encoding }) => encoding) },
    `The table is not UTF-8: ${text} is no character. It may be ${each.join(' or ')}, and its letters do not make clear which. Choose the encoding, or save it in the spreadsheet program as "CSV UTF-8".`,
  )
}

const notIn = (encoding: Encoding, bytes: Uint8Array, cause: unknown): ColdpressError => {
  const mark = new TextDecoder(encoding).decode(bytes)
  const line = lineAt(mark, Math.max(0, mark.indexOf('\uFFFD')))
  return errorBy(
    importErrors,
    'encoding_ambiguous',
    { line },
    `The table is not ${encodingLabels[encoding]}: line ${line} holds a byte that is no character there. Choose another encoding, or leave the choice out.`,
    cause,
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
  return errorBy(
    importErrors,
    'csv_encoding',
    { line },
    `The table looks like UTF-16, but line ${line} holds half a character: it was cut off or damaged. ${saveAs}`,
    cause,
  )
}

const lineAt = (text: string, index: number): number =>
  text.slice(0, index).split(/\r\n|\n|\r/u).length
