import type { TableEdit } from '#contract/imports/draft-view.ts'
import { isJsonObject, type Json } from '#values/bounds/bounded.ts'
import { printable } from '#values/text/printable.ts'
import { editing } from '../table/edit-table.ts'
import { type Issue, issueOf, readable } from '../table/issues.ts'
import { eachInPieces, type Pieces } from '../table/pieces.ts'
import { headerKey, isIgnored } from '../table/shape-table.ts'
import type { Table, TableColumn } from '../table/table-types.ts'
import { readCellJson } from './cell-json.ts'
import { reshape, type Reshaping } from './csv-table.ts'
import { cellText, createColumns, formatNote, maxColumns, type NamedValue } from './record-table.ts'
import { newReading, traitsIn } from './token-values.ts'
import { textsOf } from './value-shapes.ts'

/**
 * The table with the attributes that the cells of a column hold as a list or an object, each in a
 * column of its own, and with lists of texts as one text.
 */
export function* spreadingCells(table: Table): Pieces<Table> {
  let spread = table
  for (const [index, column] of table.columns.entries())
    if (!isIgnored(column.header)) {
      const found = yield* structureIn(table, index)
      spread =
        found === undefined
          ? yield* joiningLists(spread, table, index)
          : withColumns(spread, column, found)
    }
  return spread
}

/** Numbers alone are no list: `[1890]` is how museums write a year that they conclude. */
const textList = /^\[\s*["']/u

/** The table with each list of texts in a column as one text: `['oil', 'canvas']` as "oil, canvas". */
function* joiningLists(spread: Table, { rows, columns }: Table, index: number): Pieces<Table> {
  const { header = '', letter = '' } = columns[index] ?? {}
  const cellAt = (cells: readonly string[]): string => (cells[index] ?? '').trim()
  if (!rows.some(({ cells }) => textList.test(cellAt(cells)))) return spread
  const edits: Extract<TableEdit, { kind: 'set' }>[] = []
  yield* eachInPieces(rows, ({ row, cells }) => {
    const texts = textsOf(readCellJson(cellAt(cells)))
    if (texts !== undefined)
      edits.push({ kind: 'set', row, column: letter, value: cellText(texts.join(', ')) })
  })
  const example = edits.find(({ value }) => value !== '')
  if (example === undefined) return spread
  const joined = yield* editing(spread, edits)
  const note = formatNote(
    `"${header || letter}" holds lists: each becomes one text, such as "${readable(printable(example.value))}".`,
  )
  return { ...joined, issues: [note, ...joined.issues] }
}

type Structure = {
  readonly added: NonNullable<Reshaping['added']>
  readonly notes: readonly Issue[]
}

/** What the cells of a column hold; undefined unless most of those with text hold attributes. */
function* structureIn({ rows, columns }: Table, index: number): Pieces<Structure | undefined> {
  const { header = '', letter = '' } = columns[index] ?? {}
  const cellAt = (cells: readonly string[]): string => (cells[index] ?? '').trim()
  const filled = rows.filter(({ cells }) => cellAt(cells) !== '')
  if (2 * filled.filter(({ cells }) => /^[[{]/u.test(cellAt(cells))).length <= filled.length)
    return undefined
  const traits = createColumns([])
  const found = new Map<number, ReadonlyMap<number, string>>()
  const unread: Issue[] = []
  yield* eachInPieces(filled, ({ row, cells }) => {
    const { named, why } = attributesOf(readCellJson(cellAt(cells)))
    const values = new Map<number, string>()
    for (const one of named) if (traits.header.length <= maxColumns) traits.setTrait(values, one)
    if (why.length === 0 || named.length > 0) found.set(row, values)
    unread.push(...why.map((what) => unreadValue(row, header || letter, what)))
  })
  if (traits.header.length === 0 || traits.header.length > maxColumns) return undefined
  if (2 * found.size <= filled.length) return undefined
  return {
    added: traits.header.map((text, at) => ({
      header: text,
      cells: rows.map(({ row }) => cellText(found.get(row)?.get(at) ?? '')),
    })),
    notes: [...traits.notes().map(formatNote), ...unread],
  }
}

const attributesOf = (
  json: Json | undefined,
): { readonly named: readonly NamedValue[]; readonly why: readonly string[] } => {
  if (json === undefined)
    return { named: [], why: ['it is neither JSON nor a list or dictionary of Python'] }
  const isEmpty = Array.isArray(json) ? json.length === 0 : !isJsonObject(json)
  const reading = newReading()
  const named = isEmpty ? [] : traitsIn(json, reading)
  return {
    named: named.filter(([, value]) => value !== ''),
    why: reading.unread.map(({ place, why }) => `${place} ${why}`),
  }
}

const unreadValue = (row: number, column: string, what: string): Issue =>
  issueOf('value_not_read', `Row ${row}, ${column}: not read: ${printable(what)}.`, {
    row,
    column,
  })

/** A column that has the same values already stays the only one. */
const withColumns = (table: Table, column: TableColumn, { added, notes }: Structure): Table => {
  const places = new Map(table.columns.map(({ header }, at) => [headerKey(header), at]))
  const isThere = ({ header, cells }: Structure['added'][number]): boolean => {
    const place = places.get(headerKey(header))
    return (
      place !== undefined &&
      table.rows.every((row, at) => ['', (row.cells[place] ?? '').trim()].includes(cells[at] ?? ''))
    )
  }
  const others = added.filter((column) => !isThere(column))
  const names = added.map(({ header }) => `"${header.replace(/^custom:/u, '')}"`)
  const shown = names.slice(0, 5).join(', ') + (names.length > 5 ? ', …' : '')
  const note = formatNote(
    `"${column.header}" holds lists of attributes: each becomes a column of its own (${printable(shown)}).`,
  )
  return reshape(table, {
    rename: (header) => (header === column.header ? `ignore:${header}` : header),
    added: others,
    notes: [note, ...notes],
  })
}
