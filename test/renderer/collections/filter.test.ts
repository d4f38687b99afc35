import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TokenRow } from '#contract/collections/calls.ts'
import { noFilter, type PriceState, type TokenFilter } from '#renderer/stores/collection.ts'
import {
  choicesIn,
  tokenFacetsOf,
  filteredTokens,
  toggled,
} from '#renderer/views/collections/detail/filter.ts'

const row = (
  id: string,
  attributes: Readonly<Record<string, string>>,
  status = 'FOR_SALE',
): TokenRow => ({
  id,
  name: `Plate ${id}`,
  asset_name: `plate${id}`,
  status,
  cid: null,
  attributes: Object.entries(attributes).map(([name, value]) => ({ name, value })),
})

const priced = [
  { ...row('a', {}), price: 30_000_000 },
  row('b', {}),
  { ...row('c', {}, 'RESERVED'), price: 9_500_000 },
  { ...row('d', {}), price: null },
  { ...row('e', {}), price: 12_000_000 },
]
const pricedIds = (filter: Partial<TokenFilter>) =>
  filteredTokens(priced, { ...noFilter, ...filter }).map(({ id }) => id)

const byName = { by: 'name', isDescending: false } as const

const rows = [
  row('10', { paper: 'Cotton', ink: 'Blue' }),
  row('2', { paper: 'Cotton', ink: 'Green' }, 'COMPLETED'),
  row('1', { paper: 'Rice', ink: 'Blue' }),
  row('3', { paper: 'Linen' }),
]
const ids = (filter: Partial<TokenFilter>) =>
  filteredTokens(rows, { ...noFilter, ...filter }).map(({ id }) => id)

describe('filteredTokens', () => {
  test('lets everything through as it was added, or by name as people count', () => {
    expect(ids({})).toEqual(['10', '2', '1', '3'])
    expect(ids({ order: byName })).toEqual(['1', '2', '3', '10'])
  })

  test('orders by a status from ready to minted, or by an attribute, in both directions', () => {
    expect(ids({ order: { by: 'status', isDescending: true } })).toEqual(['2', '10', '1', '3'])
    const by = { attribute: 'ink' }
    expect(ids({ order: { by, isDescending: false } })).toEqual(['3', '10', '1', '2'])
    expect(ids({ order: { by, isDescending: true } })).toEqual(['2', '10', '1', '3'])
  })

  test('searches names, asset names and values, whatever their case', () => {
    expect(ids({ search: 'PLATE10' })).toEqual(['10'])
    expect(ids({ search: ' plate 2' })).toEqual(['2'])
    expect(ids({ search: 'linen' })).toEqual(['3'])
    expect(ids({ search: 'nothing' })).toEqual([])
  })

  test('finds tokens with a price, without one, and within a range of prices', () => {
    expect(pricedIds({ prices: ['priced'] })).toEqual(['a', 'c', 'e'])
    expect(pricedIds({ prices: ['unpriced'] })).toEqual(['b', 'd'])
    expect(pricedIds({ prices: ['priced', 'unpriced'] })).toHaveLength(5)
    expect(pricedIds({ priceRange: { from: '9.5', to: '' } })).toEqual(['a', 'c', 'e'])
    expect(pricedIds({ priceRange: { from: '10', to: '29.999999' } })).toEqual(['e'])
    expect(pricedIds({ priceRange: { from: 'ten', to: '' } })).toHaveLength(5)
    expect(pricedIds({ priceRange: { from: '', to: '12' }, statuses: ['FOR_SALE'] })).toEqual(['e'])
  })

  test('orders by price, with tokens that have none at the end of the rising order', () => {
    expect(pricedIds({ order: { by: 'price', isDescending: false } })).toEqual([
      'c',
      'e',
      'a',
      'b',
      'd',
    ])
  })

  test('any value of one attribute, all attributes together', () => {
    expect(ids({ values: { paper: ['Rice', 'Linen'] } })).toEqual(['1', '3'])
    expect(ids({ values: { paper: ['Cotton', 'Rice'], ink: ['Blue'] } })).toEqual(['10', '1'])
    expect(ids({ values: { paper: [] } })).toHaveLength(4)
  })

  test('filters by status as well', () => {
    expect(ids({ statuses: ['COMPLETED'] })).toEqual(['2'])
    expect(ids({ statuses: ['COMPLETED'], values: { paper: ['Rice'] } })).toEqual([])
  })

  test('does not sort the rows that it was given', () => {
    const before = rows.map(({ id }) => id)
    ids({ order: byName })
    expect(rows.map(({ id }) => id)).toEqual(before)
  })
})

const counts = (filter: Partial<TokenFilter>) => {
  const { statuses, attributes } = tokenFacetsOf(rows, { ...noFilter, ...filter })
  return Object.fromEntries(
    [{ ...statuses, name: 'status' }, ...attributes].map(({ name, values }) => [
      name,
      Object.fromEntries(values.map(({ value, count }) => [value, count])),
    ]),
  )
}

describe('facetsOf', () => {
  test('facetsOf counts every value of a trait', () => {
    expect(counts({})).toEqual({
      status: { FOR_SALE: 3, COMPLETED: 1 },
      paper: { Cotton: 2, Linen: 1, Rice: 1 },
      ink: { Blue: 2, Green: 1 },
    })
  })

  test('does not count the choices of a facet against itself', () => {
    expect(counts({ values: { paper: ['Rice'] } })).toEqual({
      status: { FOR_SALE: 1, COMPLETED: 0 },
      paper: { Cotton: 2, Linen: 1, Rice: 1 },
      ink: { Blue: 1, Green: 0 },
    })
  })

  test('keeps its order whatever is chosen', () => {
    const order = (filter: Partial<TokenFilter>) =>
      tokenFacetsOf(rows, { ...noFilter, ...filter }).attributes.map(({ values }) =>
        values.map(({ value }) => value),
      )
    expect(order({ statuses: ['COMPLETED'], search: 'plate2' })).toEqual(order({}))
  })

  test('a count is what choosing that value alone of its facet would leave', () => {
    const attributes = fc.record({
      a: fc.constantFrom('1', '2', '3'),
      b: fc.constantFrom('x', 'y'),
    })
    const statuses = fc.constantFrom('OPEN', 'FOR_SALE')
    const prices = fc.constantFrom(null, 5_000_000, 9_000_000)
    const anyRows = fc
      .array(fc.tuple(attributes, statuses, prices), { maxLength: 30 })
      .map((list) =>
        list.map(([values, status, price], index) => ({
          ...row(String(index), values, status),
          price,
        })),
      )
    const anyFilter = fc.record({
      search: fc.constantFrom('', '1', 'plate'),
      statuses: fc.subarray(['OPEN', 'FOR_SALE']),
      values: fc.record({ a: fc.subarray(['1', '2', '3']), b: fc.subarray(['x', 'y']) }),
      prices: fc.subarray<PriceState>(['priced', 'unpriced']),
      priceRange: fc.record({ from: fc.constantFrom('', '6'), to: fc.constantFrom('', '7') }),
      order: fc.constant(undefined),
    })
    fc.assert(
      fc.property(anyRows, anyFilter, (list, filter) => {
        const facets = tokenFacetsOf(list, filter)
        for (const { name, values } of facets.attributes) {
          for (const { value, count } of values) {
            const alone = { ...filter, values: { ...filter.values, [name]: [value] } }
            expect(count).toBe(filteredTokens(list, alone).length)
          }
        }
        for (const { value, count } of facets.statuses.values) {
          expect(count).toBe(filteredTokens(list, { ...filter, statuses: [value] }).length)
        }
        for (const { value, count } of facets.prices.values) {
          const alone = value === 'priced' ? ('priced' as const) : 'unpriced'
          expect(count).toBe(filteredTokens(list, { ...filter, prices: [alone] }).length)
        }
      }),
    )
  })

  test('ten thousand tokens are filtered and counted', () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      row(String(index), { paper: `p${index % 7}`, number: String(index), ink: `i${index % 3}` }),
    )
    const filter = { ...noFilter, search: 'plate', values: { paper: ['p1', 'p2'] } }
    expect(filteredTokens(many, filter)).toHaveLength(
      many.filter((_, at) => [1, 2].includes(at % 7)).length,
    )
    expect(tokenFacetsOf(many, filter)).not.toEqual([])
  })
})

test('choices go on and off and are counted', () => {
  expect(toggled(['a'], 'b')).toEqual(['a', 'b'])
  expect(toggled(['a', 'b'], 'a')).toEqual(['b'])
  expect(choicesIn({ ...noFilter, statuses: ['OPEN'], values: { a: ['1', '2'], b: [] } })).toBe(3)
  expect(choicesIn({ ...noFilter, prices: ['priced'], priceRange: { from: '5', to: ' ' } })).toBe(2)
})
