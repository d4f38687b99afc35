import { numberAtEnd, numberIn } from '../formats/asset-names.ts'
import type { MadeNames } from '../formats/format.ts'
import type { PatternValues } from '../formats/name-pattern.ts'
import { isField, type MappedColumn } from '../plan/column-target.ts'
import { type ColumnMeaning, isWordFor } from '../plan/column-words.ts'
import { baseOf, fileStem } from '../plan/match-files.ts'
import { isNumbering } from '../plan/number-column.ts'
import { isImageAddress } from '../plan/read-image.ts'
import { eachInPieces, type Pieces } from '../table/pieces.ts'
import type { Table } from '../table/table-types.ts'

/** What names are made of beside the rows. */
export type NameSources = {
  /** The collection's name. */
  readonly collection: string
  /** What the format made names of. */
  readonly made?: MadeNames | undefined
  /** Where each row stood when it was read; by default none was removed since. */
  readonly places?: ReadonlyMap<number, number>
}

/** What names of a row can be made of. */
export type RowWords = PatternValues

export function* readRows(
  table: Table,
  mapped: readonly MappedColumn[],
  { made, collection, places }: NameSources,
): Pieces<readonly RowWords[]> {
  const fieldAt = (field: 'name' | 'image') =>
    mapped.find(({ target }) => isField(target, field))?.index ?? -1
  const [title, image] = [fieldAt('name'), fieldAt('image')]
  const [number, id] = [columnOf(table, mapped, 'number'), columnOf(table, mapped, 'id')]
  const unnamed = number === -1 ? numberingColumn(table, mapped) : -1
  const found: RowWords[] = []
  yield* eachInPieces(table.rows.entries(), ([at, { row, cells }]) => {
    const cell = (index: number) => (cells[index] ?? '').trim()
    const file = fileIn(cell(image))
    const numbers = [
      made?.seeds[places?.get(row) ?? at]?.number,
      isWholeNumber(cell(number)) ? cell(number) : undefined,
      numberAtEnd(cell(title)),
      numberIn(file.normalize('NFKC')),
      unnamed === -1 ? undefined : cell(unnamed),
    ]
    found.push({
      title: cell(title) || undefined,
      number: numbers.find((number) => number !== undefined)?.replace(/^0+(?=\d)/u, ''),
      id: cell(id) || undefined,
      file: file || undefined,
      collection,
      row: String(row - table.headerRow),
    })
  })
  return found
}

const fileIn = (image: string): string => (isImageAddress(image) ? '' : fileStem(baseOf(image)))

/** The first column that means it and fills no field; the place of an index has no header. */
const columnOf = (
  { columns, rows }: Table,
  mapped: readonly MappedColumn[],
  meaning: Extract<ColumnMeaning, 'number' | 'id'>,
): number => {
  const fields = fieldsOf(mapped)
  const named = columns.findIndex(
    ({ header }, index) => !fields.has(index) && isWordFor(bareHeader(header), meaning),
  )
  if (named !== -1 || meaning === 'id' || columns[0]?.header !== '') return named
  return rows.every(({ cells }) => isWholeNumber((cells[0] ?? '').trim())) ? 0 : -1
}

/** The first column of unique whole numbers that fills no field and is no ID. */
const numberingColumn = (table: Table, mapped: readonly MappedColumn[]): number => {
  const fields = fieldsOf(mapped)
  return table.columns.findIndex(
    ({ header }, index) =>
      !fields.has(index) && !isWordFor(bareHeader(header), 'id') && isNumbering(table, index),
  )
}

const fieldsOf = (mapped: readonly MappedColumn[]): ReadonlySet<number> =>
  new Set(mapped.flatMap(({ index, target }) => (target.kind === 'field' ? [index] : [])))

const isWholeNumber = (cell: string): boolean => /^\d{1,18}$/u.test(cell)

const bareHeader = (header: string): string => header.replace(/^(?:ignore|custom):/iu, '')
