import type { ColdpressError } from '#values/errors/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { importErrors } from '#contract/imports/errors.ts'
import { adaPriceHeader, isAdaPrice } from '../plan/price-column.ts'
import { choicesOf, type ColumnChoice, rememberedEdits } from '../plan/remembered-mapping.ts'
import { editTable } from '../table/edit-table.ts'
import { headerKey } from '../table/shape-table.ts'
import type { Table } from '../table/table-types.ts'
import type { SourceRequest } from './open-source.ts'

/** What somebody says of the columns. */
export type MappingRequest = {
  /** What columns of the table fill, beyond what their headers and earlier imports say. */
  readonly columns?: readonly ColumnChoice[] | undefined
  /** The unit of the column `price`, where somebody says it. */
  readonly priceIn?: 'ada' | undefined
}

export type MappedTable = {
  readonly table: Table
  /** The columns that got another header, as an earlier import or the request has it. */
  readonly mapped: readonly ColumnChoice[]
}

/**
 * The table with the headers that its columns have by an earlier import and the request. A fixed copy
 * has its own.
 * @throws ColdpressError `invalid` for a column that the table lacks
 */
export const mapTable = (
  own: Table,
  {
    ownTable,
    columns = [],
    remembered,
    priceIn,
  }: Pick<SourceRequest, 'ownTable' | 'remembered'> & MappingRequest,
): MappedTable => {
  if (ownTable !== undefined) return { table: own, mapped: [] }
  const headers = new Set(own.columns.map(({ header }) => headerKey(header)))
  const unknown = columns.find(({ header }) => !headers.has(headerKey(header)))
  if (unknown !== undefined) throw unknownColumn(unknown.header, own)
  const asked = new Set(columns.map(({ header }) => headerKey(header)))
  const before = (remembered?.columns ?? []).filter(({ header }) => !asked.has(headerKey(header)))
  const named = editTable(own, rememberedEdits(own, [...before, ...columns]))
  const table = priceIn === undefined ? named : withAdaPrice(named)
  return { table, mapped: choicesOf(own, table).filter(({ header, to }) => header !== to) }
}

const withAdaPrice = (table: Table): Table => {
  const price = table.columns.find(({ header }) => headerKey(header) === 'price')
  if (price !== undefined)
    return editTable(table, [{ kind: 'rename', column: price.letter, to: adaPriceHeader }])
  if (table.columns.some(({ header }) => isAdaPrice(header))) return table
  throw unknownColumn('price', table)
}

const unknownColumn = (header: string, { columns }: Table): ColdpressError => {
  const known = columns.map((column) => `"${column.header}"`).slice(0, 20)
  return errorBy(
    importErrors,
    'missing_column',
    {},
    `The table has no column "${header}". It has ${known.join(', ')}.`,
  )
}
