import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { priceOfEach, pricesBy, type TokenToPrice } from '#values/amounts/price-rule.ts'

const ada = (amount: number): bigint => BigInt(Math.round(amount * 1_000_000))
const ranked = (...ranks: readonly number[]): readonly TokenToPrice[] =>
  ranks.map((rank) => ({ rank, traits: [] }))
const withPaper = (value: string | undefined): TokenToPrice => ({
  rank: 1,
  traits:
    value === undefined
      ? []
      : [
          { name: 'Ink', value: 'Blue' },
          { name: 'Paper', value },
        ],
})

describe('the prices of several tokens', () => {
  it('are one for all', () => {
    expect(pricesBy({ kind: 'fixed', price: ada(25) }, ranked(3, 1), 3)).toEqual([ada(25), ada(25)])
  })

  it('go evenly from the rarest to the most common, in whole ADA where both ends are whole', () => {
    const rule = { kind: 'ranks', rarest: ada(100), commonest: ada(20) } as const
    expect(pricesBy(rule, ranked(1, 2, 2, 4, 11), 11)).toEqual([
      ada(100),
      ada(92),
      ada(92),
      ada(76),
      ada(20),
    ])
    expect(pricesBy(rule, ranked(2), 4)).toEqual([ada(73)])
    expect(pricesBy({ ...rule, commonest: ada(20.5) }, ranked(2), 4)).toEqual([ada(73.5)])
  })

  it('have the written ends and never fall outside them, whichever is higher; a rarer token never costs less of a falling price', () => {
    const amount = fc.bigInt({ min: 1n, max: 10_000_000_000n })
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 2, max: 300 }), (rarest, commonest, last) => {
        const all = ranked(...Array.from({ length: last }, (_, index) => index + 1))
        const prices = pricesBy({ kind: 'ranks', rarest, commonest }, all, last)
        expect([prices[0], prices.at(-1)]).toEqual([rarest, commonest])
        const isRising = rarest < commonest
        for (const [index, price] of prices.entries()) {
          expect(price >= (isRising ? rarest : commonest)).toBe(true)
          expect(price <= (isRising ? commonest : rarest)).toBe(true)
          const before = prices[index - 1] ?? price
          expect(isRising ? before <= price : before >= price).toBe(true)
        }
      }),
    )
  })

  it('follow one attribute; other values, and tokens without it, cost what the others do', () => {
    const rule = {
      kind: 'trait',
      name: 'Paper',
      prices: [{ value: 'Silk', price: ada(80) }],
      others: ada(20),
    } as const
    const tokens = ['Silk', 'Cotton', undefined].map(withPaper)
    expect(pricesBy(rule, tokens, 1)).toEqual([ada(80), ada(20), ada(20)])
    // A value of another attribute is none of this one.
    expect(pricesBy({ ...rule, name: 'Ink' }, tokens, 1)).toEqual([ada(20), ada(20), ada(20)])
  })

  it('rise in steps, in the order of the tokens', () => {
    const rule = { kind: 'steps', first: ada(10), step: ada(2.5), size: 2 } as const
    expect(pricesBy(rule, ranked(5, 4, 3, 2, 1), 5)).toEqual(
      [10, 10, 12.5, 12.5, 15].map((price) => ada(price)),
    )
  })
})

describe('one price for tokens that are listed at several', () => {
  it('is exact where it divides, and else the next hundredth', () => {
    expect(priceOfEach(ada(41), 2)).toBe(ada(20.5))
    expect(priceOfEach(ada(64), 3)).toBe(ada(21.34))
    expect(priceOfEach(ada(20), 1)).toBe(ada(20))
  })

  it('never asks for less than the tokens are listed at, nor a cent more for each', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        fc.integer({ min: 1, max: 20 }),
        (total, count) => {
          const all = priceOfEach(total, count) * BigInt(count)
          expect(all >= total).toBe(true)
          expect(all - total < 10_000n * BigInt(count)).toBe(true)
        },
      ),
    )
  })
})
