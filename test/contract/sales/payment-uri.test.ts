import { describe, expect, it } from 'vitest'
import { paymentUri } from '#contract/sales/payment-uri.ts'

describe('a payment URI (CIP-13)', () => {
  it.each([
    [1_500_000n, '1.5'],
    [2_000_000n, '2'],
    [1n, '0.000001'],
    [45_000_000_000_000_001n, '45000000000.000001'],
  ])('says %s lovelace as %s ADA', (lovelace, ada) => {
    expect(paymentUri('addr_test1x', lovelace)).toBe(`web+cardano:addr_test1x?amount=${ada}`)
  })
})
