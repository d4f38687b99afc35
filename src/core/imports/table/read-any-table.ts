import type { Table } from './table-types.ts'
import { inTurns } from './pieces.ts'
import { readingTable } from './table.ts'

/** What every zip starts with: a workbook is one. */
const zip = [0x50, 0x4b, 0x03, 0x04]

/**
 * A CSV or a sheet of a workbook.
 * @param sheet of a workbook; by default the only one that holds anything
 * @throws ColdpressError `invalid`; see `readTable` and `readWorkbook`
 */
export const readAnyTable = async (
  bytes: Uint8Array,
  sheet?: string,
  signal?: AbortSignal,
): Promise<Table> => {
  if (!zip.every((byte, index) => bytes[index] === byte))
    return await inTurns(readingTable(bytes), signal)
  // Loaded only then: few imports start from a workbook.
  const { readWorkbook } = await import('./workbook/workbook.ts')
  return await readWorkbook(bytes, sheet)
}
