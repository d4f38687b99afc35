import { issueOf, type Issue } from './issues.ts'
import { joinCells, type JoinedCells } from './join-cells.ts'
import { atOnce, eachInPieces, type Pieces } from './pieces.ts'
import { tableLimits, tooLargeTable } from './table-limits.ts'
import type { Table, TableColumn, TableRow } from './table-types.ts'

/** A record with the number that a spreadsheet shows beside it. */
export type WrittenRow = { readonly row: number; readonly cells: readonly string[] }

/** A table's records as they are written, before anything is known of them. */
export type TableSheet = Pick<Table, 'encoding' | 'delimiter' | 'sheet' | 'headerRow'> & {
  readonly header: readonly string[]
  readonly rows: readonly WrittenRow[]
}

/**
 * Makes a table of records: empty rows and columns are left out, issues of the shape reported. What
 * is left keeps its number and its letter.
 */
export const shapeTable = (sheet: TableSheet): Table => atOnce(shaping(sheet))

/** {@link shapeTable} in pieces. */
export function* shaping({ header, headerRow, rows: written, ...form }: TableSheet): Pieces<Table> {
  const rows: WrittenRow[] = []
  yield* eachInPieces(written, (row) => {
    if (!isBlank(row.cells)) rows.push(row)
  })
  const retained = retainedColumns(header, rows)
  // A row of few cells gets as many as the header.
  if (rows.length * retained.length > tableLimits.cells)
    throw tooLargeTable('cells', tableLimits.cells)
  yield
  const columns = retained.map((index) => columnAt(header, index))
  const shaped: TableRow[] = []
  const shapes: Issue[] = []
  yield* eachInPieces(rows, (row) => {
    shaped.push(rowOf(row, retained, header))
    shapes.push(...shapeIssues(row, header.length, form.delimiter))
  })
  return {
    ...form,
    columns,
    width: header.length,
    headerRow,
    rows: shaped,
    issues: [
      ...headerIssues(columns, headerRow),
      ...droppedIssues(header, retained, headerRow),
      ...(rows.length === 0 ? [noRows(headerRow)] : []),
      ...shapes,
    ],
  }
}

/** A table of cells that come from no table: its header is row 1, its first record row 2. */
export const tableOfCells = (
  header: readonly string[],
  rows: readonly (readonly string[])[],
): Table =>
  shapeTable({
    encoding: 'utf-8',
    delimiter: ',',
    headerRow: 1,
    header,
    rows: rows.map((cells, index) => ({ row: index + 2, cells })),
  })

/** The records that a table was made of, but for white space that was left out. */
export const sheetOf = (table: Table): TableSheet => {
  const { encoding, delimiter, sheet, headerRow, width } = table
  const positions = table.columns.map(({ letter }) => indexOfLetter(letter))
  const spread = (cells: readonly string[]): readonly string[] => {
    if (positions.length === width) return cells
    const whole = Array.from({ length: width }, () => '')
    for (const [at, position] of positions.entries()) whole[position] = cells[at] ?? ''
    return whole
  }
  return {
    encoding,
    delimiter,
    sheet,
    headerRow,
    header: spread(table.columns.map(({ header }) => header)),
    rows: table.rows.map(({ row, cells, written }) => ({ row, cells: written ?? spread(cells) })),
  }
}

export const isBlank = (cells: readonly string[]): boolean =>
  cells.every((cell) => cell.trim() === '')

/** A column without a header and without a value is what trailing delimiters leave: it is dropped. */
const retainedColumns = (
  header: readonly string[],
  rows: readonly WrittenRow[],
): readonly number[] => {
  const used = header.map((text) => text.trim() !== '')
  if (used.every(Boolean)) return [...used.keys()]
  for (const { cells } of rows)
    for (let index = 0; index < used.length; index++)
      if (used[index] === false && (cells[index] ?? '').trim() !== '') used[index] = true
  return [...used.keys()].filter((index) => used[index])
}

/** The cells of the kept columns, and the whole record where that says less than was written. */
const rowOf = (
  { row, cells }: WrittenRow,
  retained: readonly number[],
  header: readonly string[],
): TableRow => {
  const width = header.length
  const isWhole = cells.length === width
  const own =
    isWhole && retained.length === width ? cells : retained.map((index) => cells[index] ?? '')
  return isWhole || (cells.length > width && isBlank(cells.slice(width)))
    ? { row, cells: own }
    : { row, cells: own, written: cells }
}

const columnAt = (header: readonly string[], index: number): TableColumn => ({
  header: (header[index] ?? '').trim(),
  letter: letterOf(index),
})

/** 0 is A, 25 is Z, 26 is AA. */
export const letterOf = (index: number): string =>
  (index >= 26 ? letterOf(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

/** The other way: A is 0. */
const indexOfLetter = (letter: string): number =>
  Array.from(letter).reduce((sum, digit) => sum * 26 + digit.charCodeAt(0) - 64, 0) - 1

/** Two headers are the same column when they differ in case, spaces or Unicode form only. */
export const headerKey = (header: string): string =>
  header.normalize('NFC').toLowerCase().replaceAll(/\s+/gu, '')

/** A column that the import leaves out keeps its cells: it can be chosen again. */
export const isIgnored = (header: string): boolean => /^ignore:/iu.test(header)

const headerIssues = (columns: readonly TableColumn[], row: number): readonly Issue[] => {
  const first = new Map<string, TableColumn>()
  return columns.flatMap((column) => {
    const { header, letter } = column
    if (isIgnored(header)) return []
    if (header === '')
      return [
        issueOf('empty_header', `Column ${letter} holds values but has no header. Name it.`, {
          row,
          column: letter,
        }),
      ]
    const earlier = first.get(headerKey(header))
    first.set(headerKey(header), earlier ?? column)
    if (earlier === undefined) return []
    const message = `Columns ${earlier.letter} and ${letter} are both named "${header}". Rename or remove one.`
    return [issueOf('duplicate_header', message, { row, column: header, value: letter })]
  })
}

const droppedIssues = (
  header: readonly string[],
  retained: readonly number[],
  row: number,
): readonly Issue[] => {
  const count = header.length - retained.length
  if (count === 0) return []
  const message = `${count} ${count === 1 ? 'column has' : 'columns have'} neither a header nor a value and ${count === 1 ? 'is' : 'are'} left out.`
  return [issueOf('empty_column', message, { row })]
}

const tooManyCells: Readonly<Record<JoinedCells['by'], string>> = {
  quotes:
    'Its curly or single quotes do not hold a text together in a table: only straight double ones (") do.',
  blanks: 'Put text that holds a delimiter into quotes.',
  end: 'Put text that holds a delimiter into quotes.',
}

const joinLabels: Readonly<Record<JoinedCells['by'], string>> = {
  quotes: 'Join the text in quotes into one cell',
  blanks: 'Join cells that begin with a blank to those before them',
  end: 'Join the cells beyond the header to the last one',
}

const noRows = (headerRow: number): Issue =>
  issueOf('no_rows', `The table ends after its header in row ${headerRow}. Add a row per token.`)

const shapeIssues = (
  { row, cells }: WrittenRow,
  width: number,
  delimiter: string,
): readonly Issue[] => {
  if (cells.length < width) {
    const message = `Row ${row} has ${cells.length} cells, the header ${width}. The missing ones count as empty.`
    const fix = { kind: 'fit_row', value: '', label: 'Write the missing cells as empty' } as const
    return [issueOf('row_too_short', message, { row, fix })]
  }
  const beyond = cells.slice(width).find((cell) => cell.trim() !== '')
  if (beyond === undefined) return []
  const { by } = joinCells(cells, width, delimiter)
  const message = `Row ${row} has ${cells.length} cells, the header only ${width}. ${tooManyCells[by]}`
  const fix = { kind: 'join_row', value: '', label: joinLabels[by] } as const
  return [issueOf('row_too_long', message, { row, value: beyond, fix })]
}
