import { ColdpressError } from '#values/errors/errors.ts'
import { createInterning } from './intern-cells.ts'
import type { RawTable } from './raw-table.ts'
import type { TableForm } from './read-raw-table.ts'
import { readByProcess, type TableProcessOptions } from './reading-process.ts'
import type { WrittenRow } from './shape-table.ts'
import { tableLimits, tooLargeTable } from './table-limits.ts'
import { tableReply, type TableReply } from './table-messages.ts'

export type TableReading = TableForm & {
  readonly signal?: AbortSignal | undefined
}

/**
 * The cells of a CSV or of a sheet of a workbook, read by a process of their own.
 * @throws ColdpressError `invalid` (see `readRawTable`); as `readByProcess`
 */
export const readInProcess = (
  bytes: Uint8Array,
  { signal, ...form }: TableReading,
  options: TableProcessOptions = {},
): Promise<RawTable> => {
  const takeRows = createRows<{ row: number; cells: string[] }>()
  return readByProcess<Part, RawTable>(
    {
      input: bytes,
      request: { kind: 'read', ...form },
      parseReply: (message) => tableReply.safeParse(message).data,
      take: (part) => {
        if (part.kind === 'read') return rawTableOf(part, takeRows([]))
        takeRows(part.rows)
        return undefined
      },
      subject: 'The table',
      advice: 'Divide it into several, or save it as "CSV UTF-8", and try again.',
    },
    signal,
    options,
  )
}

type Part = Extract<TableReply, { kind: 'rows' | 'read' }>

/**
 * Collects rows, up to what a table may hold: the process keeps to that, unless its file has taken it
 * over.
 */
export const createRows = <
  Row extends { readonly row: number; readonly cells: string[]; readonly written?: string[] },
>(): ((more: readonly Row[]) => readonly Row[]) => {
  const rows: Row[] = []
  const intern = createInterning()
  let cellCount = 0
  let characters = 0
  return (more) => {
    for (const given of more) {
      const { row, cells, written = [] } = given
      cellCount += cells.length + written.length
      for (const cell of [...cells, ...written]) characters += cell.length
      if (cellCount > tableLimits.cells) throw tooLargeTable('cells', tableLimits.cells)
      if (characters > tableLimits.characters)
        throw tooLargeTable('characters', tableLimits.characters)
      if (row <= (rows.at(-1)?.row ?? 0)) throw notInOrder()
      intern(cells)
      rows.push(given)
    }
    return rows
  }
}

const rawTableOf = (
  { encoding, delimiter, sheet, notes }: Extract<TableReply, { kind: 'read' }>,
  rows: readonly WrittenRow[],
): RawTable => ({ encoding, delimiter, sheet, notes, rows })

const notInOrder = (): ColdpressError =>
  new ColdpressError('internal', 'The process that reads tables sent its rows out of order.')
