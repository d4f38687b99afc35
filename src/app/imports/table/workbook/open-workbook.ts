import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { ColdpressError, messageOf } from '#values/errors/errors.ts'
import { printable } from '#values/text/printable.ts'
import { brokenWorkbook, tooLargeWorkbook, workbookError } from './workbook-error.ts'
import { workbookLimits } from './workbook-limits.ts'
import { createXmlReader, type XmlHandlers } from './xml-reader.ts'

/** The parts of a workbook, which is a zip of XML files. */
export interface Workbook {
  has(part: string): boolean
  /** Unpacks a part piece by piece. @throws ColdpressError `invalid` */
  readXml(part: string, handlers: XmlHandlers): Promise<void>
}

/**
 * The workbook may come from anybody: nothing is unpacked but the parts that are asked for, each and
 * all together up to a limit of bytes and of how much larger they get, whatever sizes the zip states.
 * @throws ColdpressError `invalid`
 */
export const openWorkbook = async (
  bytes: Uint8Array,
  { totalBytes }: { readonly totalBytes: number } = workbookLimits,
): Promise<Workbook> => {
  const zip = await fromBufferPromise(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  ).catch((error: unknown) => {
    throw brokenWorkbook(printable(messageOf(error)), error)
  })
  const entries = await entriesOf(zip)
  const unpacked = { bytes: 0, most: totalBytes }
  return {
    has: (part) => entries.has(part),
    readXml: async (part, handlers) => {
      const entry = entries.get(part)
      if (entry === undefined) throw brokenWorkbook(`its part ${printable(part)} is missing`)
      await readEntry(zip, entry, { handlers, unpacked })
    },
  }
}

const entriesOf = async (zip: ZipFile): Promise<ReadonlyMap<string, Entry>> => {
  if (zip.entryCount > workbookLimits.entries)
    throw tooLargeWorkbook('parts', workbookLimits.entries)
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  } catch (error) {
    throw brokenWorkbook(printable(messageOf(error)), error)
  }
  return entries
}

type PartReading = {
  readonly handlers: XmlHandlers
  /** Of all parts so far, and how many there may be. */
  readonly unpacked: { bytes: number; readonly most: number }
}

const readEntry = async (
  zip: ZipFile,
  entry: Entry,
  { handlers, unpacked }: PartReading,
): Promise<void> => {
  const { fileName, compressedSize } = entry
  const part = printable(fileName)
  if (entry.isEncrypted()) throw lockedWorkbook()
  const { partBytes, ratio, ratioFromBytes } = workbookLimits
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const xml = createXmlReader(part, handlers)
  let length = 0
  try {
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      if (!Buffer.isBuffer(piece)) throw new TypeError('a stream of bytes was expected')
      length += piece.length
      unpacked.bytes += piece.length
      if (length > partBytes) throw tooLargeWorkbook(`bytes in its part ${part}`, partBytes)
      if (unpacked.bytes > unpacked.most)
        throw tooLargeWorkbook('bytes in all of its parts', unpacked.most)
      if (length > ratioFromBytes && length > compressedSize * ratio) throw bomb(part)
      xml.write(decoder.decode(piece, { stream: true }))
    }
    xml.write(decoder.decode())
    xml.end()
  } catch (error) {
    if (error instanceof ColdpressError) throw error
    throw brokenWorkbook(`its part ${part} is broken (${printable(messageOf(error))})`, error)
  }
}

const bomb = (part: string): ColdpressError =>
  workbookError(
    `is not read: its part ${part} grows more than ${workbookLimits.ratio} times when it is unpacked, as no table does. Save the table as CSV and try again.`,
    { rule: 'workbook_bomb' },
  )

export const lockedWorkbook = (): ColdpressError =>
  workbookError(
    'has a password. Open it in a spreadsheet program, save it without the password or as CSV, and try again.',
    { rule: 'workbook_locked' },
  )
