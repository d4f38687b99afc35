import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paymentFor, minPayment } from '#contract/sales/min-payment.ts'
import { minLovelace } from '#cardano/transactions/build/outputs.ts'
import { lovelaceOnly } from '#cardano/value.ts'
import { parameters } from '../../cardano/transactions/ingredients.ts'
import { baseAddress } from '../../studio/open-studio.ts'

describe('What to pay while something is missing', () => {
  it('is what the ledger takes at the address of a sale', () => {
    const output = { address: baseAddress, value: lovelaceOnly(0n) }
    expect(minLovelace(output, parameters)).toBeLessThanOrEqual(minPayment)
  })

  it('is all that is missing, and more only where that cannot be paid', () => {
    expect([0n, 1n, 999_999n, 1_000_000n, 1_000_001n].map(paymentFor)).toEqual([
      0n,
      1_000_000n,
      1_000_000n,
      1_000_000n,
      1_000_001n,
    ])
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 5_000_000n }), (missing) => {
        const asked = paymentFor(missing)
        expect(asked >= missing && asked >= minPayment).toBe(true)
        expect(asked === missing || asked === minPayment).toBe(true)
      }),
    )
  })
})
