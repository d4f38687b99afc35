import { describe, expect, it } from 'vitest'
import { expectedRefund } from '#core/sales/expected-refund.ts'
import type { Sale } from '#shared/wire/sale.ts'
import { sampleSale } from '../api/samples.ts'

const payment = (
  address: string,
  lovelace: number,
  use: 'unconfirmed' | 'counted' | 'surplus' | 'refunded',
  assets: { unit: string; quantity: string }[] = [],
) => ({
  tx_id: 'aa',
  index: 0,
  slot: 1,
  confirmations: 3,
  address,
  lovelace,
  use,
  assets,
})

const saleWith = (status: string, payments: ReturnType<typeof payment>[]): Sale => ({
  ...sampleSale,
  status,
  payments,
})

describe('who gets what back', () => {
  it('is each payer what they paid, other tokens too', () => {
    const sale = saleWith('UNRESOLVED_OVERPAID', [
      payment('alice', 5, 'counted', [{ unit: 'u', quantity: '2' }]),
      payment('bob', 7, 'surplus'),
      payment('alice', 3, 'surplus', [
        { unit: 'u', quantity: '9007199254740993' },
        { unit: 'v', quantity: '1' },
      ]),
    ])
    expect(expectedRefund(sale)).toEqual([
      {
        address: 'alice',
        lovelace: 8,
        assets: [
          { unit: 'u', quantity: '9007199254740995' },
          { unit: 'v', quantity: '1' },
        ],
      },
      { address: 'bob', lovelace: 7, assets: [] },
    ])
  })

  it('is another receiver all that one has paid', () => {
    const sale = saleWith('PROCESSING_FAILED', [
      payment('alice', 5, 'counted'),
      payment('alice', 7, 'counted'),
    ])
    expect(expectedRefund(sale, 'carol')).toEqual([{ address: 'carol', lovelace: 12, assets: [] }])
  })

  it('is another receiver only what cannot be sent back, where several have paid', () => {
    const script = { ...payment('script', 5, 'surplus'), is_reachable: false }
    const sale = saleWith('RESERVED_FAILED', [script, payment('bob', 7, 'surplus')])
    expect(expectedRefund(sale, 'carol')).toEqual([
      { address: 'carol', lovelace: 5, assets: [] },
      { address: 'bob', lovelace: 7, assets: [] },
    ])
  })

  it('is the surplus alone where the rest has bought the tokens', () => {
    const payments = [payment('alice', 5, 'counted'), payment('bob', 7, 'surplus')]
    for (const status of ['PROCESSING', 'SUBMITTING', 'MINTING', 'COMPLETED'])
      expect(expectedRefund(saleWith(status, payments))).toEqual([
        { address: 'bob', lovelace: 7, assets: [] },
      ])
  })

  it('is what a sale was paid with that waits for signatures, once nothing else is left', () => {
    const payments = [payment('alice', 5, 'counted'), payment('bob', 7, 'refunded')]
    expect(expectedRefund(saleWith('PROCESSING', payments))).toEqual([
      { address: 'alice', lovelace: 5, assets: [] },
    ])
    expect(expectedRefund(saleWith('MINTING', payments))).toEqual([])
  })

  it('is nothing that was given back, or that is not sure yet', () => {
    const payments = [payment('alice', 5, 'refunded'), payment('bob', 7, 'unconfirmed')]
    expect(expectedRefund(saleWith('REFUNDED', payments))).toEqual([])
    expect(expectedRefund({ ...sampleSale, status: 'RESERVED' })).toEqual([])
  })
})
