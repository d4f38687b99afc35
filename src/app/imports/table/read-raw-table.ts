import type { TableEncoding } from '#values/text/text-encoding.ts'
import { inTurns } from './pieces.ts'
import { readingCsv } from './table.ts'
import type { RawTable } from './raw-table.ts'

/** What every zip starts with: a workbook is one. */
const zip = [0x50, 0x4b, 0x03, 0x04]

export const isWorkbook = (bytes: Uint8Array): boolean =>
  zip.every((byte, index) => bytes[index] === byte)

/** What was chosen of a table's file. */
export type TableForm = {
  /** Of a workbook; by default the only one that holds anything. */
  readonly sheet?: string | undefined
  /** Of a CSV; by default the one that its bytes show. */
  readonly encoding?: TableEncoding | undefined
}

/**
 * The cells of a CSV or of a sheet of a workbook, read in this process.
 * @throws ColdpressError `invalid`; see `readTable` and `readWorkbook`
 */
export const readRawTable = async (
  bytes: Uint8Array,
  { sheet, encoding }: TableForm = {},
): Promise<RawTable> => {
  if (!isWorkbook(bytes)) return await inTurns(readingCsv(bytes, encoding))
  // Loaded only then: few imports start from a workbook.
  const { readWorkbook } = await import('./workbook/workbook.ts')
  return await readWorkbook(bytes, sheet)
}
