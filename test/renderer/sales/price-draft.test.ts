import { describe, expect, test } from 'vitest'
import {
  emptyPriceDraft,
  type PriceDraft,
  priceErrorsOf,
  readPriceRule,
} from '#renderer/views/sales/price-draft.ts'

const draft = (change: Partial<PriceDraft>): PriceDraft => ({
  ...emptyPriceDraft(undefined),
  ...change,
})
const wrong = (change: Partial<PriceDraft>) => Object.keys(priceErrorsOf(draft(change)))

describe('the form of several prices', () => {
  test('begins with what all tokens cost now', () => {
    expect(readPriceRule(emptyPriceDraft(12_500_000))).toEqual({
      kind: 'fixed',
      price: 12_500_000n,
    })
    expect(readPriceRule(emptyPriceDraft(undefined))).toBeUndefined()
  })

  test('reads the fields of the chosen kind, and no others', () => {
    expect(readPriceRule(draft({ kind: 'ranks', rarest: '100', commonest: '20' }))).toEqual({
      kind: 'ranks',
      rarest: 100_000_000n,
      commonest: 20_000_000n,
    })
    const steps = { kind: 'steps', first: '10', step: '2,5', size: '5' } as const
    expect(readPriceRule(draft(steps))).toEqual({
      kind: 'steps',
      first: 10_000_000n,
      step: 2_500_000n,
      size: 5,
    })
  })

  test('leaves a value of an attribute without an amount at the price of the others', () => {
    const values = [
      { value: 'Silk', price: '80' },
      { value: 'Cotton', price: ' ' },
    ]
    expect(readPriceRule(draft({ kind: 'trait', trait: 'Paper', values, others: '20' }))).toEqual({
      kind: 'trait',
      name: 'Paper',
      prices: [{ value: 'Silk', price: 80_000_000n }],
      others: 20_000_000n,
    })
  })

  test('names the fields that are wrong', () => {
    expect(wrong({})).toEqual(['price'])
    expect(wrong({ kind: 'ranks', rarest: '0', commonest: '5' })).toEqual(['rarest'])
    expect(wrong({ kind: 'steps', first: '1', step: '1', size: '0' })).toEqual(['size'])
    const values = [{ value: 'Silk', price: 'much' }]
    expect(wrong({ kind: 'trait', values, others: '20' })).toEqual(['values.0.price', 'trait'])
  })
})
