import { isPriced } from '#contract/mints/chosen-tokens.ts'
import type { TokenRow } from '#contract/collections/calls.ts'
import { readAda } from '#values/amounts/ada-amount.ts'
import { naturalOrder } from '#values/text/text.ts'
import { tokenStatuses } from '#contract/tokens/token.ts'
import type { PriceState, TokenFilter, TokenOrder } from '#renderer/stores/collection.ts'
import { sortedRows } from '#renderer/ui/sort.ts'

/** One value of an attribute, and how many tokens that match the other filters have it. */
type FacetValue = { readonly value: string; readonly count: number }
export type Facet = { readonly name: string; readonly values: readonly FacetValue[] }

/** The text to search, computed once for each row: rows never change. */
const texts = new WeakMap<TokenRow, string>()
const textOf = (row: TokenRow): string => {
  const known = texts.get(row)
  if (known !== undefined) return known
  const text = [row.name, row.asset_name, ...row.attributes.map(({ value }) => value)]
    .join('\n')
    .toLowerCase()
  texts.set(row, text)
  return text
}

/** What every token has beside its attributes, whose names are texts. */
const statusFacet = Symbol('status')
const priceFacet = Symbol('price')
type FacetName = string | typeof statusFacet | typeof priceFacet

type Asked = ReadonlyMap<FacetName, ReadonlySet<string>>

const askedOf = ({ statuses, prices, values }: TokenFilter): Asked => {
  const chosen: readonly (readonly [FacetName, readonly string[]])[] = [
    [statusFacet, statuses],
    [priceFacet, prices],
    ...Object.entries(values),
  ]
  return new Map(
    chosen.flatMap(([name, wanted]) => (wanted.length > 0 ? [[name, new Set(wanted)]] : [])),
  )
}

const priceStateOf = (row: TokenRow): PriceState => (isPriced(row) ? 'priced' : 'unpriced')

const hasOneOf = (row: TokenRow, name: FacetName, wanted: ReadonlySet<string>): boolean => {
  if (name === statusFacet) return wanted.has(row.status)
  if (name === priceFacet) return wanted.has(priceStateOf(row))
  return row.attributes.some((trait) => trait.name === name && wanted.has(trait.value))
}

/** Up to two facets that a row does not match: with two it counts nowhere. */
const missesOf = (row: TokenRow, asked: Asked): readonly FacetName[] => {
  const misses: FacetName[] = []
  for (const [name, wanted] of asked) {
    if (!hasOneOf(row, name, wanted)) misses.push(name)
    if (misses.length === 2) break
  }
  return misses
}

/** Whether a row matches what is typed: the search, and the least and the highest price. */
const typedMatcher = ({ search: typed, priceRange }: TokenFilter): ((row: TokenRow) => boolean) => {
  const search = typed.trim().toLowerCase()
  const least = readAda(priceRange.from).lovelace
  const most = readAda(priceRange.to).lovelace
  const isInRange = (lovelace: number | null | undefined): boolean =>
    typeof lovelace === 'number' &&
    (least === undefined || lovelace >= least) &&
    (most === undefined || lovelace <= most)
  return (row) =>
    (search === '' || textOf(row).includes(search)) &&
    ((least === undefined && most === undefined) || isInRange(row.price))
}

/** The rows that match the filter, in order. */
export const filteredTokens = (
  rows: readonly TokenRow[],
  filter: TokenFilter,
): readonly TokenRow[] => {
  const matchesTyped = typedMatcher(filter)
  const asked = askedOf(filter)
  const shown = rows.filter(
    (row) => matchesTyped(row) && (asked.size === 0 || missesOf(row, asked).length === 0),
  )
  const { order } = filter
  return order === undefined
    ? shown
    : sortedRows(shown, tokenComparer(order.by), order.isDescending)
}

/**
 * Compares two tokens by a field or an attribute: statuses from not ready to minted, prices with those
 * without one last.
 */
export const tokenComparer = (by: TokenOrder['by']): ((a: TokenRow, b: TokenRow) => number) => {
  if (by === 'status') return (a, b) => statusRank(a) - statusRank(b)
  if (by === 'price') return (a, b) => priceRank(a) - priceRank(b)
  const keyOf = (row: TokenRow) =>
    typeof by === 'string' ? row[by] : attributeOf(row, by.attribute)
  return (a, b) => naturalOrder(keyOf(a), keyOf(b))
}

const statusRank = ({ status }: TokenRow): number =>
  tokenStatuses.findIndex((known) => known === status)

/** Not infinite: two of them are equal. */
const priceRank = (row: TokenRow): number => row.price ?? Number.MAX_SAFE_INTEGER

/** The value of an attribute; empty where the token has none. */
export const attributeOf = (row: TokenRow, attribute: string): string =>
  row.attributes.find(({ name }) => name === attribute)?.value ?? ''

/**
 * The status, whether there is a price, and every attribute, each with its values. A value's count is the
 * number of tokens if it were chosen, so a facet's own choices do not affect its counts.
 */
export const tokenFacetsOf = (
  rows: readonly TokenRow[],
  filter: TokenFilter,
): { readonly statuses: Facet; readonly prices: Facet; readonly attributes: readonly Facet[] } => {
  const matchesTyped = typedMatcher(filter)
  const asked = askedOf(filter)
  const counts: Counts = new Map()
  for (const row of rows) {
    const isFound = matchesTyped(row)
    const misses = asked.size === 0 ? [] : missesOf(row, asked)
    const isCounted = (name: FacetName): boolean =>
      isFound && (misses.length === 0 || (misses.length === 1 && misses[0] === name))
    add(counts, statusFacet, row.status, isCounted(statusFacet))
    add(counts, priceFacet, priceStateOf(row), isCounted(priceFacet))
    for (const { name, value } of row.attributes) add(counts, name, value, isCounted(name))
  }
  // The most frequent first, whatever the filter: a list must not reorder while it is used.
  const facet = (name: FacetName): readonly FacetValue[] =>
    [...(counts.get(name) ?? [])]
      .sort(([a, one], [b, other]) => other.total - one.total || naturalOrder(a, b))
      .map(([value, { count }]) => ({ value, count }))
  return {
    statuses: { name: '', values: facet(statusFacet) },
    prices: { name: '', values: facet(priceFacet) },
    attributes: [...counts.keys()].flatMap((name) =>
      typeof name === 'symbol' ? [] : [{ name, values: facet(name) }],
    ),
  }
}

type Counts = Map<FacetName, Map<string, { total: number; count: number }>>

const add = (counts: Counts, name: FacetName, value: string, isCounted: boolean): void => {
  const values = counts.get(name) ?? new Map<string, { total: number; count: number }>()
  counts.set(name, values)
  const before = values.get(value) ?? { total: 0, count: 0 }
  before.total += 1
  if (isCounted) before.count += 1
  values.set(value, before)
}

/** The choices with `value` of `chosen` turned on or off. */
export const toggled = <T extends string>(chosen: readonly T[], value: T): readonly T[] =>
  chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]

/** The number of choices that narrow the list, without the search. */
export const choicesIn = ({ statuses, prices, priceRange, values }: TokenFilter): number =>
  [statuses, prices, ...Object.values(values)].flat().length +
  Object.values(priceRange).filter((typed) => typed.trim() !== '').length
