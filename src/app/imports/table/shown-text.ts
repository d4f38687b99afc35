import { isFormula } from '#values/text/csv-line.ts'
import { type Issue, issueOf } from './issues.ts'
import type { Table, TableRow } from './table-types.ts'

/**
 * The text that a spreadsheet shows for a cell in which it stored how to show it: `="0001"`, or an
 * apostrophe before a number, a formula, or a text that begins so itself. Undefined for every other cell.
 */
const shownText = (cell: string): string | undefined => {
  const formula = /^\s*="(?<text>(?:[^"]|"")*)"\s*$/u.exec(cell)?.groups?.['text']
  if (formula !== undefined) return formula.replaceAll('""', '"')
  return /^'(?<text>'*(?:\d+|[=+@-].*))$/su.exec(cell)?.groups?.['text']
}

/** The cell that is shown, and read, as this text. @param safely also where a spreadsheet would run it */
export const cellOfText = (text: string, safely = false): string =>
  shownText(text) !== undefined || (safely && isFormula(text)) ? `'${text}` : text

const mayBe = (cell: string): boolean => cell.startsWith("'") || cell.includes('="')

/** The table with the text that such cells show, and a note for each column that has some. */
export const withShownText = (table: Table): Table => {
  const first = new Map<number, { readonly row: number; count: number }>()
  const rows = table.rows.map((row): TableRow => {
    if (!row.cells.some(mayBe)) return row
    const cells = row.cells.map((cell, at) => {
      const shown = mayBe(cell) ? shownText(cell) : undefined
      if (shown === undefined) return cell
      const known = first.get(at)
      if (known === undefined) first.set(at, { row: row.row, count: 1 })
      else known.count += 1
      return shown
    })
    return { ...row, cells }
  })
  if (first.size === 0) return table
  return { ...table, rows, issues: [...notesOf(table, first), ...table.issues] }
}

const notesOf = (
  { columns }: Table,
  found: ReadonlyMap<number, { readonly row: number; readonly count: number }>,
): readonly Issue[] =>
  [...found].map(([at, { row, count }]) => {
    const { header = '', letter = '' } = columns[at] ?? {}
    return issueOf(
      'spreadsheet_text',
      `Row ${row}, ${header || letter}: ${count === 1 ? 'a spreadsheet marked the cell as text' : `a spreadsheet marked ${count} cells from here on as text`}, with a formula or an apostrophe. What it shows is read.`,
      { row, column: header || letter },
    )
  })
