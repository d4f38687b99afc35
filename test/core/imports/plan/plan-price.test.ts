import { describe, expect, it } from 'vitest'
import { previewMetadata } from '#core/imports/plan/preview.ts'
import { issuesOf, plainHeader, planOf, rulesOf, withCell } from './plan-fixture.ts'

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
