import { fillColumnPattern, readColumnPattern } from '#contract/imports/column-pattern.ts'
import type { CellSearch, TableEdit } from '#contract/imports/draft-view.ts'
import type { ColdpressError } from '#values/errors/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { importErrors } from '#contract/imports/errors.ts'
import { isWellFormed } from '#values/text/text.ts'
import { readingIssues } from './issues.ts'
import { joinCells } from './join-cells.ts'
import type { Table, TableRow } from './table-types.ts'
import { atOnce, eachInPieces, type Pieces } from './pieces.ts'
import { headerKey, letterOf, shaping, sheetOf, type WrittenRow } from './shape-table.ts'

/**
 * The table after these edits; the given one stays. Rows and columns keep their numbers and
 * letters, so that each edit of a batch means what it meant before the batch. A row that one edit
 * has removed, a later one of the same batch leaves alone.
 * @throws ColdpressError `invalid` for a row or column that is not there, and for text that no CSV
 * can hold
 */
export const editTable = (table: Table, edits: readonly TableEdit[]): Table =>
  atOnce(editing(table, edits))

/** Edits of single cells and columns between two stops. */
const editsAtOnce = 100

/** {@link editTable} in pieces. */
export function* editing(table: Table, edits: readonly TableEdit[]): Pieces<Table> {
  const draft = yield* openDraft(table)
  for (const [index, edit] of edits.entries()) {
    if (edit.kind === 'add_column') yield* addColumn(draft, edit)
    else if (edit.kind === 'fill_column') yield* fillColumn(draft, edit)
    else if (edit.kind === 'shorten') yield* shortenCell(draft, edit)
    else if (edit.kind === 'replace') yield* replaceCells(draft, edit)
    else apply(draft, edit)
    if (index % editsAtOnce === 0) yield
  }
  const header = draft.columns.map(({ header }) => header)
  const rows: WrittenRow[] = []
  yield* eachInPieces(draft.rows, ([row, cells]) => rows.push({ row, cells }))
  const edited = yield* shaping({ ...draft.form, header, rows })
  return {
    ...edited,
    rows: yield* withOwnRows(table.rows, edited.rows),
    issues: [...readingIssues({ ...edited, issues: table.issues }), ...edited.issues],
    ...(table.patterns === undefined ? {} : { patterns: table.patterns }),
  }
}

/**
 * A row that stayed as it was is the same object: hundreds of steps of a table are kept at once.
 * Both come in the order of their numbers.
 */
function* withOwnRows(
  before: readonly TableRow[],
  after: readonly TableRow[],
): Pieces<readonly TableRow[]> {
  const rows: TableRow[] = []
  let at = 0
  yield* eachInPieces(after, (row) => {
    while ((before[at]?.row ?? Infinity) < row.row) at += 1
    const old = before[at]
    const isOld =
      old?.row === row.row && isSame(old.cells, row.cells) && isSame(old.written, row.written)
    rows.push(isOld ? old : row)
  })
  return rows
}

const isSame = (a: readonly string[] | undefined, b: readonly string[] | undefined) =>
  a === b || (a?.length === b?.length && a?.every((cell, at) => cell === b?.[at]) === true)

type Column = {
  readonly index: number
  readonly letter: string
  /** As it was before the batch. */
  readonly before: string
  header: string
  /** It has neither a header nor a value. */
  readonly isAbsent: boolean
}

/** A table while a batch of edits is applied to it. */
type Draft = {
  readonly form: Pick<Table, 'encoding' | 'delimiter' | 'sheet' | 'headerRow'>
  readonly columns: Column[]
  readonly rows: Map<number, readonly string[]>
  readonly removedRows: Set<number>
}

function* openDraft(table: Table): Pieces<Draft> {
  const { header, rows: written, ...form } = sheetOf(table)
  yield
  const rows = new Map<number, readonly string[]>()
  yield* eachInPieces(written, ({ row, cells }) => rows.set(row, cells))
  const retained = new Set(table.columns.map(({ letter }) => letter))
  return {
    form,
    columns: header.map((text, index) => ({
      ...newColumn(index, text),
      isAbsent: !retained.has(letterOf(index)),
    })),
    rows,
    removedRows: new Set(),
  }
}

const newColumn = (index: number, header: string): Column => ({
  index,
  letter: letterOf(index),
  before: header,
  header,
  isAbsent: false,
})

const apply = (
  draft: Draft,
  edit: Exclude<TableEdit, { kind: 'add_column' | 'fill_column' | 'shorten' | 'replace' }>,
): void => {
  switch (edit.kind) {
    case 'set':
      setCell(draft, edit)
      break
    case 'rename':
      renameColumn(draft, edit)
      break
    case 'remove_row':
      rowNamed(draft, edit.row)
      draft.rows.delete(edit.row)
      draft.removedRows.add(edit.row)
      break
    case 'fit_row':
      fitRow(draft, edit.row)
      break
    case 'join_row':
      joinRow(draft, edit.row)
      break
  }
}

const setCell = (
  draft: Draft,
  { row, column, value }: Extract<TableEdit, { kind: 'set' }>,
): void => {
  const target = columnNamed(draft, column)
  const cells = rowNamed(draft, row)
  if (cells === undefined) return
  const text = cellText(value, `Row ${row}, column ${target.letter}`)
  draft.rows.set(row, withCell(cells, target.index, text))
}

function* shortenCell(
  draft: Draft,
  { row, column, value, to: header }: Extract<TableEdit, { kind: 'shorten' }>,
): Pieces<void> {
  const { index } = columnNamed(draft, column)
  const whole = rowNamed(draft, row)?.[index]
  if (whole === undefined) return
  if (!draft.columns.some((candidate) => candidate.header === header))
    yield* addColumn(draft, { kind: 'add_column', header, value: '' })
  setCell(draft, { kind: 'set', row, column: header, value: whole.trim() })
  setCell(draft, { kind: 'set', row, column, value })
}

function* replaceCells(
  draft: Draft,
  { columns, value, ...search }: Extract<TableEdit, { kind: 'replace' }>,
): Pieces<void> {
  const indexes = columns.map((column) => columnNamed(draft, column).index)
  const text = cellText(value, 'The new text')
  const pattern = searchPattern(search)
  yield* eachInPieces(draft.rows, ([row, cells]) => {
    const changed = [...cells]
    for (const index of indexes)
      // as a function, for a dollar sign means itself
      if (index < cells.length) changed[index] = (cells[index] ?? '').replace(pattern, () => text)
    if (!isSame(cells, changed)) draft.rows.set(row, changed)
  })
}

/** How many cells of a table hold a text. */
export const countMatches = (
  { columns, rows }: Pick<Table, 'columns' | 'rows'>,
  { columns: letters, ...search }: CellSearch,
): number => {
  const wanted = new Set(letters)
  const indexes = columns.flatMap(({ letter }, index) => (wanted.has(letter) ? [index] : []))
  const pattern = searchPattern(search)
  let count = 0
  for (const { cells } of rows)
    for (const index of indexes) if ((cells[index] ?? '').search(pattern) >= 0) count += 1
  return count
}

const searchPattern = ({ find, matchesCase }: Omit<CellSearch, 'columns'>): RegExp =>
  new RegExp(find.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`), matchesCase ? 'gu' : 'giu')

/** A row that is shorter than the place of the cell gets empty ones before it. */
const withCell = (cells: readonly string[], index: number, value: string): readonly string[] => {
  const changed = padded(cells, index + 1)
  changed[index] = value
  return changed
}

const padded = (cells: readonly string[], length: number): string[] =>
  Array.from({ length: Math.max(length, cells.length) }, (_, index) => cells[index] ?? '')

const fitRow = (draft: Draft, row: number): void => {
  const cells = rowNamed(draft, row)
  const width = draft.columns.length
  if (cells !== undefined) draft.rows.set(row, padded(cells, width).slice(0, width))
}

const joinRow = (draft: Draft, row: number): void => {
  const cells = rowNamed(draft, row)
  const width = draft.columns.length
  if (cells === undefined || cells.length <= width) return
  draft.rows.set(row, joinCells(cells, width, draft.form.delimiter).cells)
}

const renameColumn = (
  draft: Draft,
  { column: name, to }: Extract<TableEdit, { kind: 'rename' }>,
): void => {
  columnNamed(draft, name).header = headerText(to)
}

/** Before the cells that some rows have beyond the header: those belong to no column. */
function* addColumn(
  draft: Draft,
  { header, value }: Extract<TableEdit, { kind: 'add_column' }>,
): Pieces<void> {
  const index = draft.columns.length
  const text = cellText(value, `The new column ${header}`)
  draft.columns.push(newColumn(index, headerText(header)))
  yield* eachInPieces(draft.rows, ([row, cells]) =>
    draft.rows.set(row, padded(cells, index).toSpliced(index, 0, text)),
  )
}

function* fillColumn(
  draft: Draft,
  { header, pattern }: Extract<TableEdit, { kind: 'fill_column' }>,
): Pieces<void> {
  const read = readColumnPattern(
    cellText(pattern, `The new column ${header}`),
    draft.columns.map((column) => column.header),
  )
  if ('unknown' in read)
    throw invalidEdit(`The pattern names the column "${read.unknown}", which the table lacks.`)
  const index = draft.columns.length
  yield* addColumn(draft, { kind: 'add_column', header, value: '' })
  yield* eachInPieces(draft.rows, ([row, cells]) =>
    draft.rows.set(row, withCell(cells, index, fillColumnPattern(read.parts, cells))),
  )
}

/** Undefined when this batch has removed it. */
const rowNamed = ({ rows, removedRows }: Draft, row: number): readonly string[] | undefined => {
  const cells = rows.get(row)
  if (cells !== undefined || removedRows.has(row)) return cells
  throw invalidEdit(`The table has no row ${row}. Look at its rows as they are now.`)
}

/** By its letter, then by its header as written before the batch, then as it is now. */
const columnNamed = ({ columns }: Draft, name: string): Column => {
  const known = columns.filter(({ isAbsent }) => !isAbsent)
  const found =
    known.find(({ letter }) => letter === name) ??
    known.find(({ before }) => before === name) ??
    known.find(({ header }) => header === name) ??
    known.find(({ header }) => headerKey(header) === headerKey(name))
  if (found !== undefined) return found
  throw invalidEdit(`The table has no column "${name}". Look at its columns as they are now.`)
}

const headerText = (text: string): string => {
  const header = cellText(text.trim(), 'The header')
  if (header !== '') return header
  throw invalidEdit(
    'A column needs a header. To leave a column out, name it "ignore:" and its header.',
  )
}

const cellText = (text: string, cellLabel: string): string => {
  if (isWellFormed(text) && !text.includes('\0')) return text
  throw invalidEdit(
    `${cellLabel}: the text holds a character that a table cannot hold. Type it again.`,
  )
}

const invalidEdit = (message: string): ColdpressError =>
  errorBy(importErrors, 'table_edit', {}, message)
