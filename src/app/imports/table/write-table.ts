import type { Table } from './table-types.ts'
import { sheetOf, type WrittenRow } from './shape-table.ts'
import { delimiterLine } from './table.ts'

/**
 * The table as a CSV: RFC 4180 in UTF-8, with a byte order mark, without which Excel takes it for
 * another encoding. Read again it is the same table, rows and columns under the same numbers and
 * letters: what was removed is an empty line, or an empty column.
 */
export const writeTable = (table: Table): Uint8Array => {
  const { header, headerRow, rows } = sheetOf(table)
  return csvOf([{ row: headerRow, cells: header }, ...rows])
}

/** The same for a person to keep: without the gaps. */
export const writeTableWithoutGaps = (table: Table): Uint8Array => {
  const { columns, rows, width } = table
  const records = rows.map(({ cells, written = [] }) => [...cells, ...written.slice(width)])
  const all = [columns.map(({ header }) => header), ...records]
  return csvOf(all.map((cells, index) => ({ row: index + 1, cells })))
}

/** Rows in their order, each on the line of its number. */
const csvOf = (rows: readonly WrittenRow[]): Uint8Array => {
  const lines: string[] = []
  for (const { row, cells } of rows) {
    while (lines.length < row - 1) lines.push('')
    lines.push(cells.map(csvCell).join(','))
  }
  const text = lines.map((line) => `${line}\r\n`).join('')
  // A header that looks like the line that names the delimiter is read right only after that line.
  const guard = delimiterLine.test(text) ? 'sep=,\r\n' : ''
  return new TextEncoder().encode(`\uFEFF${guard}${text}`)
}

/** Everything that a reader might take for a delimiter is quoted, so that none has to guess. */
const csvCell = (text: string): string =>
  /["\r\n,;\t|]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
