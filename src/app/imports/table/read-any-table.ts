import type { Table } from './table-types.ts'
import { inTurns } from './pieces.ts'
import { isWorkbook, type TableForm } from './read-raw-table.ts'
import { readingTable } from './table.ts'
import { shapingRaw } from './raw-table.ts'
import type { TableProcessOptions } from './reading-process.ts'
import { readInProcess } from './table-process.ts'

/** Reads a table; see {@link readAnyTable}. */
export type ReadTable = (
  bytes: Uint8Array,
  form?: TableForm,
  signal?: AbortSignal,
) => Promise<Table>

/**
 * A CSV of this size takes some 20 ms, in turns, and 10 MB: less than the start of a process. Metadata
 * in JSON takes about as long as that start. How much a workbook takes says none of its bytes.
 */
export const smallFileBytes = 256 * 1024

/**
 * A CSV or a sheet of a workbook, read by a process of its own unless it is a small CSV.
 * @throws ColdpressError `invalid`; see `readTable`, `readWorkbook` and `readInProcess`; the signal's
 * reason within a second once aborted
 */
export const readAnyTable = async (
  bytes: Uint8Array,
  form: TableForm = {},
  signal?: AbortSignal,
  options?: TableProcessOptions,
): Promise<Table> => {
  if (bytes.length <= smallFileBytes && !isWorkbook(bytes))
    return await inTurns(readingTable(bytes, form.encoding), signal)
  const raw = await readInProcess(bytes, { ...form, signal }, options)
  return await inTurns(shapingRaw(raw), signal)
}
