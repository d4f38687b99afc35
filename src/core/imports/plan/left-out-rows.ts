import { numberText } from '#shared/format.ts'
import { issueOf, readable, type Issue } from '../table/issues.ts'
import { withoutRows } from '../table/skipped-rows.ts'
import type { Table, TableRow } from '../table/table-types.ts'
import { isField, type MappedColumn } from './column-target.ts'

/** `#1` may be a name, `#REF!` is an error of a formula, and `//cdn.example/a.png` an address. */
const commentMark = /^(?:#+(?![A-Z/0?]+[!?])\s*\p{L}|#{2,}|#+\s|\/\/(?!\S+\.\S))/u

/** The table without the comments between its rows: `# sold works` alone, or in too few cells. */
export const withoutCommentRows = (table: Table): Table =>
  leavingOut(table, (row) => isComment(row, table), 'comment')

const isComment = ({ cells, written = cells }: TableRow, { columns, width }: Table): boolean => {
  const [first = '', second] = filledCells(cells)
  const isAlone = second === undefined || written.length < width
  return columns.length > 1 && isAlone && commentMark.test(first)
}

/**
 * The table without the headings between its rows, such as "2019" or "Drawings": one cell has a text,
 * and it is in no column of names or images.
 */
export const withoutSectionRows = (table: Table, mapped: readonly MappedColumn[]): Table => {
  const ofTokens = new Set(
    mapped.flatMap(({ index, target }) =>
      (['asset_name', 'name', 'image'] as const).some((field) => isField(target, field))
        ? [index]
        : [],
    ),
  )
  if (!mapped.some(({ target }) => isField(target, 'image'))) return table
  const isSection = ({ cells, written = cells }: TableRow): boolean =>
    filledCells(written).length === 1 &&
    cells.some((cell, index) => cell.trim() !== '' && !ofTokens.has(index))
  return leavingOut(table, isSection, 'heading')
}

const filledCells = (cells: readonly string[]): readonly string[] =>
  cells.map((cell) => cell.trim()).filter((cell) => cell !== '')

const shownRows = 8

/** A table that has nothing else keeps them: then they are no remarks. */
const leavingOut = (table: Table, isLeftOut: (row: TableRow) => boolean, what: string): Table => {
  const left = table.rows.filter(isLeftOut)
  if (left.length === 0 || left.length === table.rows.length) return table
  const rest = withoutRows(
    table,
    left.map(({ row }) => ({ row, message: null })),
  )
  return { ...rest, issues: [leftOut(left, what), ...rest.issues] }
}

const leftOut = (rows: readonly TableRow[], what: string): Issue => {
  const shown = rows.slice(0, shownRows).map(({ row }) => row)
  const more = rows.length - shown.length
  const named = `${shown.join(', ')}${more === 0 ? '' : ` and ${numberText(more)} more`}`
  const text = readable(filledCells(rows[0]?.cells ?? [])[0] ?? '')
  return issueOf(
    'left_out_rows',
    rows.length === 1
      ? `Row ${named} is left out as a ${what}: "${text}".`
      : `Rows ${named} are left out as ${what}s, such as "${text}".`,
  )
}
