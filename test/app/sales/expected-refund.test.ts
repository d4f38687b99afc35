import { describe, expect, it } from 'vitest'
import { expectedRefund, waitingForReceiver } from '#app/sales/expected-refund.ts'
import type { Sale } from '#contract/sales/sale.ts'
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

const saleWith = (
  status: string,
  payments: readonly (ReturnType<typeof payment> & { readonly lacks?: number })[],
): Sale => ({ ...sampleSale, status, payments: [...payments] })

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
      { address: 'bob', lovelace: 7, assets: [] },
      { address: 'carol', lovelace: 5, assets: [] },
    ])
    expect(waitingForReceiver(sale, 'carol')).toEqual([])
  })

  it('is nothing of a surplus that nobody can be given before a receiver is named', () => {
    const script = { ...payment('script', 5, 'surplus'), is_reachable: false }
    const sale = saleWith('RESERVED_FAILED', [script, payment('bob', 7, 'surplus')])
    expect(expectedRefund(sale)).toEqual([{ address: 'bob', lovelace: 7, assets: [] }])
    expect(waitingForReceiver(sale)).toEqual([
      { address: 'script', lovelace: 5, assets: [], missing: 0, needsReceiver: true },
    ])
  })

  it.each(['PROCESSING_FAILED', 'UNRESOLVED_UNDERPAID'])(
    'is what everybody else has paid while what counts has no receiver, of a sale that is %s',
    (status) => {
      const script = { ...payment('script', 5, 'counted'), is_reachable: false }
      const sale = saleWith(status, [script, payment('bob', 7, 'surplus')])
      expect(expectedRefund(sale)).toEqual([{ address: 'bob', lovelace: 7, assets: [] }])
      expect(waitingForReceiver(sale)).toMatchObject([{ address: 'script', needsReceiver: true }])
      expect(expectedRefund(sale, 'carol')).toMatchObject([
        { address: 'carol', lovelace: 5 },
        { address: 'bob', lovelace: 7 },
      ])
    },
  )

  it('is what a sale that waits for signatures was paid with, where only a surplus has no receiver', () => {
    const script = { ...payment('script', 7, 'surplus'), is_reachable: false }
    const sale = saleWith('PROCESSING', [payment('alice', 5, 'counted'), script])
    expect(expectedRefund(sale)).toEqual([{ address: 'alice', lovelace: 5, assets: [] }])
    expect(expectedRefund(sale, 'carol')).toEqual([{ address: 'carol', lovelace: 7, assets: [] }])
  })

  it('is first who paid what counts, then who paid the most', () => {
    const sale = saleWith('UNRESOLVED_OVERPAID', [
      payment('bob', 7, 'surplus'),
      payment('dave', 9, 'surplus'),
      payment('alice', 5, 'counted'),
    ])
    expect(expectedRefund(sale).map(({ address }) => address)).toEqual(['alice', 'dave', 'bob'])
  })

  it('is last what lacked its own way back before, so that a refund reaches what comes after it', () => {
    const sale = saleWith('RESERVED_FAILED', [
      { ...payment('dust', 9, 'surplus'), lacks: 2 },
      payment('bob', 7, 'surplus'),
    ])
    expect(expectedRefund(sale).map(({ address }) => address)).toEqual(['bob', 'dust'])
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
