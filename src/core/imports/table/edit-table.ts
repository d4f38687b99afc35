import type { TableEdit } from '#shared/calls/imports.ts'
import { ColdpressError } from '#shared/errors.ts'
import { isWellFormed } from '#shared/text.ts'
import type { Table, TableRow } from './table-types.ts'
import { headerKey, letterOf, shapeTable, sheetOf } from './shape-table.ts'

/**
 * The table after these edits; the given one stays. Rows and columns keep their numbers and
 * letters, so that each edit of a batch means what it meant before the batch. A row that one edit
 * has removed, a later one of the same batch leaves alone.
 * @throws ColdpressError `invalid` for a row or column that is not there, and for text that no CSV
 * can hold
 */
export const editTable = (table: Table, edits: readonly TableEdit[]): Table => {
  const draft = openDraft(table)
  for (const edit of edits) apply(draft, edit)
  const header = draft.columns.map(({ header }) => header)
  const rows = [...draft.rows].map(([row, cells]) => ({ row, cells }))
  const edited = shapeTable({ ...draft.form, header, rows })
  const notes = table.issues.filter(({ rule }) => rule === 'format_note')
  return {
    ...edited,
    rows: withOwnRows(table.rows, edited.rows),
    issues: [...notes, ...edited.issues],
  }
}

/** A row that stayed as it was is the same object: hundreds of steps of a table are kept at once. */
const withOwnRows = (
  before: readonly TableRow[],
  after: readonly TableRow[],
): readonly TableRow[] => {
  const known = new Map(before.map((one) => [one.row, one]))
  return after.map((one) => {
    const old = known.get(one.row)
    return old !== undefined && isSame(old.cells, one.cells) && isSame(old.written, one.written)
      ? old
      : one
  })
}

const isSame = (one: readonly string[] | undefined, other: readonly string[] | undefined) =>
  one === other ||
  (one?.length === other?.length && one?.every((cell, at) => cell === other?.[at]) === true)

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

const openDraft = (table: Table): Draft => {
  const { header, rows, ...form } = sheetOf(table)
  const retained = new Set(table.columns.map(({ letter }) => letter))
  return {
    form,
    columns: header.map((text, index) => ({
      ...newColumn(index, text),
      isAbsent: !retained.has(letterOf(index)),
    })),
    rows: new Map(rows.map(({ row, cells }) => [row, cells])),
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

const apply = (draft: Draft, edit: TableEdit): void => {
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
    case 'add_column':
      addColumn(draft, edit)
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

const renameColumn = (
  draft: Draft,
  { column: name, to }: Extract<TableEdit, { kind: 'rename' }>,
): void => {
  columnNamed(draft, name).header = headerText(to)
}

/** Before the cells that some rows have beyond the header: those belong to no column. */
const addColumn = (
  draft: Draft,
  { header, value }: Extract<TableEdit, { kind: 'add_column' }>,
): void => {
  const index = draft.columns.length
  const text = cellText(value, `The new column ${header}`)
  draft.columns.push(newColumn(index, headerText(header)))
  for (const [row, cells] of draft.rows)
    draft.rows.set(row, padded(cells, index).toSpliced(index, 0, text))
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
  new ColdpressError('invalid', message, { details: { rule: 'table_edit' } })
