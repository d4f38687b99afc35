import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minAmount, sharesOf, weightsOf } from '#cardano/transactions/build/shares.ts'

const weights = fc.array(fc.bigInt(1n, 1_000n), { minLength: 1, maxLength: 5 })

describe('an amount in shares', () => {
  it('is split by the decimals as they are written, the rest for the first', () => {
    const thirds = weightsOf([0.333, 0.333, 0.334])
    expect(sharesOf(1_000_001n, thirds)).toEqual([333_001n, 333_000n, 334_000n])
    expect(sharesOf(10n, weightsOf([0.1, 0.2, 0.7]))).toEqual([1n, 2n, 7n])
    expect(sharesOf(7n, weightsOf([1]))).toEqual([7n])
    expect(weightsOf([1.5e-7, 0.99999985])).toEqual([15n, 99_999_985n])
  })

  it('is whole again, and nobody but the first has more than the own part of it', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 15n), weights, (amount, some) => {
        const whole = some.reduce((sum, weight) => sum + weight, 0n)
        const [first = 0n, ...others] = sharesOf(amount, some)
        expect(others.reduce((sum, share) => sum + share, first)).toBe(amount)
        for (const [at, share] of others.entries())
          expect(share).toBe((amount * (some[at + 1] ?? 0n)) / whole)
        expect(first * whole).toBeGreaterThanOrEqual(amount * (some[0] ?? 0n))
      }),
    )
  })

  it('knows the least amount at once, however small the first part is', () => {
    const weights = weightsOf([0.000001, 0.333333, 0.333333, 0.333333])
    const amount = minAmount([969_750n, 969_750n, 969_750n, 969_750n], weights)
    expect(sharesOf(amount, weights)[0]).toBeGreaterThanOrEqual(969_750n)
    expect(sharesOf(amount - 1n, weights)[0]).toBeLessThan(969_750n)
  })

  it('gives every share its least from one amount on, and not at one less', () => {
    fc.assert(
      fc.property(weights, fc.bigInt(1n, 2_000n), (some, least) => {
        const leasts = some.map((_, at) => least + BigInt(at))
        const suffices = (amount: bigint) =>
          sharesOf(amount, some).every((share, at) => share >= (leasts[at] ?? 0n))
        const amount = minAmount(leasts, some)
        expect(suffices(amount - 1n)).toBe(false)
        for (let more = 0n; more < 50n; more += 1n) expect(suffices(amount + more)).toBe(true)
      }),
    )
  })
})
