import type { TokenRow } from '#contract/collections/calls.ts'
import { naturalOrder } from '#values/text/text.ts'
import { tokenStatuses } from '#contract/tokens/token.ts'
import type { TokenFilter, TokenOrder } from '#renderer/stores/collection.ts'
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

/** The facets by name: `null` is the status, which is no attribute. */
type Asked = ReadonlyMap<string | null, ReadonlySet<string>>

const askedOf = ({ statuses, values }: TokenFilter): Asked =>
  new Map<string | null, ReadonlySet<string>>([
    ...(statuses.length > 0 ? [[null, new Set(statuses)] as const] : []),
    ...Object.entries(values).flatMap(([name, wanted]) =>
      wanted.length > 0 ? [[name, new Set(wanted)] as const] : [],
    ),
  ])

/** Up to two facets that a row does not match: with two it counts nowhere. */
const missesOf = (row: TokenRow, asked: Asked): readonly (string | null)[] => {
  const misses: (string | null)[] = []
  for (const [name, wanted] of asked) {
    const isMet =
      name === null
        ? wanted.has(row.status)
        : row.attributes.some((attribute) => attribute.name === name && wanted.has(attribute.value))
    if (!isMet) misses.push(name)
    if (misses.length === 2) break
  }
  return misses
}

/** The rows that match the filter, in order. */
export const filteredTokens = (
  rows: readonly TokenRow[],
  filter: TokenFilter,
): readonly TokenRow[] => {
  const search = filter.search.trim().toLowerCase()
  const asked = askedOf(filter)
  const shown = rows.filter(
    (row) =>
      (search === '' || textOf(row).includes(search)) &&
      (asked.size === 0 || missesOf(row, asked).length === 0),
  )
  const { order } = filter
  return order === undefined
    ? shown
    : sortedRows(shown, tokenComparer(order.by), order.isDescending)
}

/** Compares two tokens by a field or an attribute; statuses from not ready to minted. */
export const tokenComparer = (by: TokenOrder['by']): ((a: TokenRow, b: TokenRow) => number) => {
  if (by === 'status') return (a, b) => statusRank(a) - statusRank(b)
  const keyOf = (row: TokenRow) =>
    typeof by === 'string' ? row[by] : attributeOf(row, by.attribute)
  return (a, b) => naturalOrder(keyOf(a), keyOf(b))
}

const statusRank = ({ status }: TokenRow): number =>
  tokenStatuses.findIndex((known) => known === status)

/** The value of an attribute; empty where the token has none. */
export const attributeOf = (row: TokenRow, attribute: string): string =>
  row.attributes.find(({ name }) => name === attribute)?.value ?? ''

/**
 * The status (first, named null) and every attribute, each with its values. A value's count is the
 * number of tokens if it were chosen, so a facet's own choices do not affect its counts.
 */
export const tokenFacetsOf = (
  rows: readonly TokenRow[],
  filter: TokenFilter,
): { readonly statuses: Facet; readonly attributes: readonly Facet[] } => {
  const search = filter.search.trim().toLowerCase()
  const asked = askedOf(filter)
  const counts: Counts = new Map([[null, new Map()]])
  for (const row of rows) {
    const isFound = search === '' || textOf(row).includes(search)
    const misses = asked.size === 0 ? [] : missesOf(row, asked)
    const isCounted = (name: string | null): boolean =>
      isFound && (misses.length === 0 || (misses.length === 1 && misses[0] === name))
    add(counts, null, row.status, isCounted(null))
    for (const { name, value } of row.attributes) add(counts, name, value, isCounted(name))
  }
  // The most frequent first, whatever the filter: a list must not reorder while it is used.
  const facet = (name: string | null): readonly FacetValue[] =>
    [...(counts.get(name) ?? [])]
      .sort(([a, one], [b, other]) => other.total - one.total || naturalOrder(a, b))
      .map(([value, { count }]) => ({ value, count }))
  return {
    statuses: { name: '', values: facet(null) },
    attributes: [...counts.keys()].flatMap((name) =>
      name === null ? [] : [{ name, values: facet(name) }],
    ),
  }
}

type Counts = Map<string | null, Map<string, { total: number; count: number }>>

const add = (counts: Counts, name: string | null, value: string, isCounted: boolean): void => {
  const values = counts.get(name) ?? new Map<string, { total: number; count: number }>()
  counts.set(name, values)
  const before = values.get(value) ?? { total: 0, count: 0 }
  before.total += 1
  if (isCounted) before.count += 1
  values.set(value, before)
}

/** The choices with `value` of `chosen` turned on or off. */
export const toggled = (chosen: readonly string[], value: string): readonly string[] =>
  chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]

/** The number of choices that narrow the list, without the search. */
export const choicesIn = ({ statuses, values }: TokenFilter): number =>
  Object.values(values).reduce((sum, chosen) => sum + chosen.length, statuses.length)
