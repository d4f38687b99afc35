import { describe, expect, it } from 'vitest'
import { previewMetadata } from '#app/imports/plan/preview.ts'
import { planImport } from '#app/imports/plan/plan.ts'
import { readTable } from '#app/imports/table/table.ts'
import { writeCsv } from '../table/write-csv.ts'
import {
  collectionOf,
  fileOf,
  fixedTable,
  issuesOf,
  plainHeader,
  planOf,
  rulesOf,
  withCell,
} from './plan-fixture.ts'

const priceOf = (cell: string) => withCell('price', cell).tokens[0]?.request.price

describe('the price of a row', () => {
  it('is an amount in ADA with a point or a comma, and none where the cell is empty', () => {
    expect(priceOf('25')).toBe(25_000_000)
    expect(priceOf(' 12.5 ')).toBe(12_500_000)
    expect(priceOf('12,5')).toBe(12_500_000)
    expect(priceOf('')).toBeUndefined()
    expect(withCell('price', '25').counts.priced).toBe(1)
    expect(withCell('price', '').counts.priced).toBe(0)
  })

  it.each(['0', '-5', 'free', '1,234', '1.2345678', '10000000000'])(
    'invalid_price: is not %s',
    (cell) => {
      const plan = withCell('price', cell)
      expect(issuesOf(plan, 'invalid_price')).toMatchObject([
        { severity: 'error', row: 2, column: 'price', value: cell },
      ])
      expect(plan.tokens).toEqual([])
    },
  )

  it('is not in the metadata; custom:price is', () => {
    const [priced] = previewMetadata(withCell('price', '25'), 1)
    expect(JSON.stringify(priced?.metadata)).not.toContain('price')
    const plan = withCell('custom:price', '25')
    expect(plan.tokens[0]?.request).toMatchObject({ custom_attributes: { price: '25' } })
    expect(plan.tokens[0]?.request).not.toHaveProperty('price')
    expect(rulesOf(plan)).toEqual([])
  })

  const header = [...plainHeader, 'price', 'sold']
  const works = (column: string, ...rows: readonly (readonly [string, string])[]) =>
    planOf({
      rows: [
        [...plainHeader, 'price', column],
        ...rows.map((cells, at) => [`Work${at}`, `Work ${at}`, '1.png', ...cells]),
      ],
      files: ['1.png'],
    })

  it.each([
    ['a column of currencies', works('Currency', ['25', 'EUR']), 'the column "Currency"'],
    ['a column of currency codes', works('CURRENCY_CODE', ['25', 'EUR']), 'CURRENCY_CODE'],
    ['a column of sold works', works('verkauft', ['25', '']), 'the column "verkauft"'],
    ['texts', works('ink', ['25', 'red'], ['on request', 'red']), 'texts such as "on request"'],
    ['works that its cells call sold', works('ink', ['25', 'red'], ['Sold', 'red']), '"Sold"'],
    ['values of hundreds', works('ink', ['850', 'red'], ['1200', 'red'], ['20', '']), '850'],
  ])('price_unconfirmed: stops the import beside %s', (_, plan, why) => {
    expect(issuesOf(plan, 'price_unconfirmed')).toMatchObject([
      { severity: 'error', row: 1, column: 'price', message: expect.stringContaining(why) },
    ])
    expect(plan.tokens).toEqual([])
    expect(plan.invalidRows).toBeUndefined()
  })

  it.each([
    [
      'its header says so',
      ['price_ada', 'Price (₳)', 'ADA price', 'price in ADA', 'Price per token, ADA'],
    ],
    ['the column of currencies says so', ['price']],
  ])('is in ADA where %s', (_, names) => {
    for (const name of names) {
      const rows = [
        [...plainHeader, name, 'currency'],
        ['Bean1', 'Bean #1', '1.png', '850', 'ADA'],
      ]
      const plan = planOf({ rows, files: ['1.png'] })
      expect(issuesOf(plan, 'price_unconfirmed')).toEqual([])
      expect(plan.tokens[0]?.request.price, name).toBe(850_000_000)
    }
  })

  it('is an attribute under a header of other words', () => {
    for (const name of ['ada', 'Canada price', 'floor price ada', 'preis'])
      expect(withCell(name, '850').counts.priced, name).toBe(0)
  })

  it('price_unconfirmed: is confirmed by its own fix, and not by that of all', async () => {
    const table = readTable(writeCsv([header, ['A1', 'A1', '1.png', '850', '']]))
    const input = { table, files: [fileOf('1.png')], collection: collectionOf() }
    const all = await fixedTable(input)
    expect(all.fixed).toEqual(new Map())
    const named = await fixedTable(input, new Set(['price_unconfirmed']))
    expect(named.table.columns.map((column) => column.header)).toContain('price_ada')
    expect(planImport({ ...input, table: named.table }).counts).toMatchObject({
      priced: 1,
      errors: 0,
    })
  })

  it('sold_works: is left out of works that are sold, whatever the cell says', () => {
    const plan = planOf({
      rows: [
        [...plainHeader, 'price_ada', 'Sold'],
        ...['true', 'x', 'private collection', 'FALSE', 'nein', ''].map((sold, at) => [
          `Work${at}`,
          `Work ${at}`,
          '1.png',
          at === 0 ? '850 EUR' : '850',
          sold,
        ]),
      ],
      files: ['1.png'],
    })
    expect(plan.tokens.map(({ request }) => request.price === undefined)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ])
    expect(issuesOf(plan, 'sold_works')).toMatchObject([
      { severity: 'info', message: '3 works are sold and get no price.' },
    ])
  })

  it.each(['€450', '$ 45', '30 USD', '1.200,- Kč', '0.4 ETH', '20 euros'])(
    'is an attribute where a cell has another currency: %s',
    (cell) => {
      const plan = withCell('price', cell)
      expect(plan.tokens[0]?.request).toMatchObject({ custom_attributes: { price: cell } })
      expect(plan.counts).toMatchObject({ errors: 0, priced: 0 })
      expect(issuesOf(plan, 'price_column')).toMatchObject([
        { message: expect.stringContaining(cell), fix: { kind: 'rename', value: 'ignore:price' } },
      ])
      const metadata = { attributes: { Price: '<price>' } }
      expect(withCell('price', cell, { metadata }).tokens[0]?.request).toMatchObject({
        metadata_attributes: [{ tag: '<price>', value: cell }],
      })
    },
  )

  it.each([
    ['sold', true],
    ['450 (vendido)', true],
    ['VERKAUFT', true],
    ['nicht verkauft', false],
    ['unsold', false],
  ])('sold_works: or whose price says so: %s', (cell, isSold) => {
    const plan = withCell('price_ada', cell)
    expect(issuesOf(plan, 'sold_works')).toHaveLength(isSold ? 1 : 0)
    expect(plan.counts).toMatchObject({ priced: 0, errors: isSold ? 0 : 1 })
  })

  it('sold_works: or whose status is that word', () => {
    const rows = (status: string) => [
      [...plainHeader, 'price_ada', 'status'],
      ['Work1', 'Work 1', '1.png', '25', status],
    ]
    expect(planOf({ rows: rows('Verkauft'), files: ['1.png'] }).counts.priced).toBe(0)
    expect(planOf({ rows: rows('draft'), files: ['1.png'] }).counts.priced).toBe(1)
  })

  it('price_differs: does not change a token that the collection has', () => {
    const rows = (price: string) => [
      [...plainHeader, 'price'],
      ['Bean1', 'Bean #1', 'ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG', price],
    ]
    const fields = { asset_name: 'Bean1', name: 'Bean #1', price: 25_000_000 }
    const image = 'ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG'
    const existing = [{ assetName: 'Bean1', image, fields }]
    const changed = planOf({ rows: rows('30'), existing })
    expect(issuesOf(changed, 'price_differs')).toMatchObject([{ severity: 'warning', row: 2 }])
    expect(changed.tokens).toMatchObject([{ state: 'done' }])
    for (const price of ['25', ''])
      expect(issuesOf(planOf({ rows: rows(price), existing }), 'price_differs')).toEqual([])
  })
})
