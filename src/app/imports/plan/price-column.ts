import { countText } from '#values/text/format.ts'
import { issueOf, readable, type Issue } from '../table/issues.ts'
import { headerKey } from '../table/shape-table.ts'
import type { Table } from '../table/table-types.ts'
import { priceOf } from './cell-text.ts'
import { isField, type MappedColumn } from './column-target.ts'
import { type ColumnMeaning, isWordFor } from './column-words.ts'

/** The header of a column of prices that says its unit. */
export const adaPriceHeader = 'price_ada'

const besidePrice: ReadonlySet<string> = new Set(['price', 'in', 'per', 'each', 'token'])
const ada: ReadonlySet<string> = new Set(['ada', '₳'])

/** `price_ada`, `Price (₳)`, `ADA price`: the header says itself that it has prices in ADA. */
export const isAdaPrice = (header: string): boolean => {
  const words = header
    .toLowerCase()
    .split(/[^\p{L}₳]+/u)
    .filter((word) => word !== '')
  return (
    words.includes('price') &&
    words.some((word) => ada.has(word)) &&
    words.every((word) => besidePrice.has(word) || ada.has(word))
  )
}

const notSold: ReadonlySet<string> = new Set(
  '0 - – — false no not n nein nicht non não nao unsold available ne nie nej nei nee нет いいえ 否'.split(
    ' ',
  ),
)

/** A sign, a code or a word of a currency other than ADA. */
const otherCurrency =
  /(?!₳)\p{Sc}|(?<!\p{L})(?:euros?|dollars?|eur|usd|gbp|chf|czk|kč|pln|zł|ron|lei|huf|ft|sek|dkk|nok|kr|jpy|cny|rmb|krw|rub|руб|try|uah|cad|aud|nzd|brl|mxn|inr|btc|eth|sol|xtz)(?!\p{L})/iu

/** The first cell that has an amount in another currency than ADA; undefined where none has. */
export const otherCurrencyIn = ({ rows }: Table, index: number): string | undefined =>
  rows.find(({ cells }) => otherCurrency.test(cells[index] ?? ''))?.cells[index]?.trim()

/** Whether a column of this header has prices that it does not say to be in ADA. */
export const isPlainPrice = (header: string): boolean => headerKey(header) === 'price'

const columnOf = ({ columns }: Table, meaning: ColumnMeaning): number =>
  columns.findIndex(({ header }) => isWordFor(header, meaning))

/** Whether the row of these cells is of a work that is sold already. */
export type IsSold = (cells: readonly string[]) => boolean

/**
 * By a column that says so of each row, whatever it says, or else by the word in the column of their
 * state or of their price.
 */
export const soldRows = (table: Table): IsSold => {
  const [sold, status] = [columnOf(table, 'sold'), columnOf(table, 'status')]
  const price = table.columns.findIndex(({ header }) => isPlainPrice(header) || isAdaPrice(header))
  const textAt = (cells: readonly string[], index: number): string =>
    (cells[index] ?? '').trim().toLowerCase()
  return (cells) =>
    saysSold(textAt(cells, price)) ||
    (sold === -1
      ? status !== -1 && isWordFor(textAt(cells, status), 'sold')
      : textAt(cells, sold) !== '' && !notSold.has(textAt(cells, sold)))
}

/** `850 (sold)` and `vendido`, but not `nicht verkauft`. */
const saysSold = (cell: string): boolean => {
  const words = cell.match(/\p{L}+/gu) ?? []
  return words.some((word) => isWordFor(word, 'sold')) && !words.some((word) => notSold.has(word))
}

/** A price of a work on paper or canvas is in hundreds of a currency. */
const hundreds = 100

/** What makes it doubtful that a column of prices is in ADA, as a clause. */
export const doubtOfAda = (table: Table, index: number): string | undefined => {
  const currency = columnOf(table, 'currency')
  const cellsAt = (at: number): readonly string[] =>
    table.rows.map(({ cells }) => (cells[at] ?? '').trim()).filter((cell) => cell !== '')
  const beside = currency === -1 ? [] : cellsAt(currency)
  if (currency !== -1 && beside.length > 0 && beside.every((word) => ada.has(word.toLowerCase())))
    return undefined
  const other = table.columns[currency === -1 ? columnOf(table, 'sold') : currency]
  if (other !== undefined) return `it stands beside the column "${readable(other.header)}"`
  const prices = cellsAt(index)
  const word = prices.find((price) => /^\P{N}*\p{L}\P{N}*$/u.test(price))
  if (word !== undefined) return `it has texts such as "${readable(word)}"`
  const high = prices.filter((price) => (priceOf(price) ?? 0) >= hundreds * 1_000_000)
  return high.length > 0 && 2 * high.length >= prices.length
    ? `it has values such as ${readable(high[0] ?? '')}`
    : undefined
}

/** How many prices are left out, because their works are sold. */
export const soldIssues = (
  { rows, headerRow }: Table,
  columns: readonly MappedColumn[],
  isSold: IsSold,
): readonly Issue[] => {
  const price = columns.find(({ target }) => isField(target, 'price'))
  if (price === undefined) return []
  const count = rows.filter(
    ({ cells }) => (cells[price.index] ?? '').trim() !== '' && isSold(cells),
  ).length
  if (count === 0) return []
  const works = countText(count, 'work is sold and gets', 'works are sold and get')
  return [issueOf('sold_works', `${works} no price.`, { row: headerRow, column: 'price' })]
}
