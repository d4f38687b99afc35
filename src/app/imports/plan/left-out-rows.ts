import { mediaTypeOfName } from '#media/content/media.ts'
import { numberText } from '#values/text/format.ts'
import { issueOf, readable, type Issue } from '../table/issues.ts'
import { withoutRows } from '../table/skipped-rows.ts'
import type { Table, TableRow } from '../table/table-types.ts'
import { spreadsheetError } from './cell-text.ts'
import { isField, type MappedColumn, type TokenColumn } from './column-target.ts'
import { createFileMatcher } from './match-files.ts'
import { createImageMatcher, type MatchImage } from './match-image.ts'
import type { FileEntry } from './plan-types.ts'
import { isImageAddress } from './read-image.ts'

/** `#1` may be a name, and `//cdn.example/a.png` an address. */
const commentMark = /^(?:#\p{L}|##|#\s|\/\/(?!\S+\.\S))/u

/** The table without the comments between its rows: `# sold works` alone, or in too few cells. */
export const withoutCommentRows = (table: Table): Table =>
  leavingOut(table, (row) => isComment(row, table), 'comment')

const isComment = ({ cells, written = cells }: TableRow, { columns, width }: Table): boolean => {
  const [first = '', second] = filledCells(cells)
  const isAlone = second === undefined || written.length < width
  return columns.length > 1 && isAlone && commentMark.test(first) && !spreadsheetError.test(first)
}

/**
 * The table without the headings between its rows, such as "2019" or "Drawings": one cell has a text,
 * which is no name, and no image either.
 */
export const withoutSectionRows = (
  table: Table,
  mapped: readonly MappedColumn[],
  files: readonly FileEntry[],
): Table => {
  const indexesOf = (field: TokenColumn): readonly number[] =>
    mapped.flatMap(({ index, target }) => (isField(target, field) ? [index] : []))
  const names = new Set([...indexesOf('asset_name'), ...indexesOf('name')])
  const [image] = indexesOf('image')
  if (image === undefined) return table
  const cellsOf = () => table.rows.map(({ cells }) => cells[image] ?? '')
  const match = createImageMatcher(createFileMatcher(files), cellsOf)
  const isHeading = ({ cells, written = cells }: TableRow): boolean => {
    const at = cells.findIndex(isFilled)
    return (
      at === cells.findLastIndex(isFilled) &&
      !written.slice(table.width).some(isFilled) &&
      !names.has(at) &&
      !(at === image && isImage((cells[at] ?? '').trim(), match))
    )
  }
  return leavingOut(table, isHeading, 'heading')
}

const isImage = (cell: string, match: MatchImage): boolean =>
  isImageAddress(cell) || mediaTypeOfName(cell) !== undefined || match(cell).kind !== 'missing'

const isFilled = (cell: string): boolean => cell.trim() !== ''

const filledCells = (cells: readonly string[]): readonly string[] =>
  cells.filter(isFilled).map((cell) => cell.trim())

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
