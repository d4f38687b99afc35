import { describe, expect, it } from 'vitest'
import { paidParts, paymentDue } from '#contract/sales/payment-due.ts'
import type { Sale } from '#contract/sales/sale.ts'
import { sampleSale } from '../../app/api/samples.ts'

const ada = 1_000_000
type Payment = NonNullable<Sale['payments']>[number]

const paid = (lovelace: number, changes: Partial<Payment> = {}): Payment => ({
  tx_id: 'ab'.repeat(32),
  index: 0,
  address: 'addr_test1x',
  payer: 'x',
  lovelace,
  assets: [],
  slot: 1,
  confirmations: 0,
  use: 'unconfirmed',
  ...changes,
})
const saleWith = (...payments: readonly Payment[]): Sale => ({
  ...sampleSale,
  status: 'RESERVED',
  price: 10 * ada,
  supply: 1,
  payments: [...payments],
})

describe('What is asked for a sale', () => {
  it('is the whole price of everybody, and its own rest of a payer who is known', () => {
    const sale = saleWith(paid(4 * ada), paid(9 * ada, { payer: 'y' }))
    expect(paymentDue(sale)).toBe(10_000_000n)
    expect(paymentDue(sale, 'x')).toBe(6_000_000n)
    expect(paymentDue(sale, 'y')).toBe(1_000_000n)
    expect(paymentDue(sale, 'z')).toBe(10_000_000n)
  })

  it('is nothing once one payer has reached the price, and never by the sum of several', () => {
    expect(paymentDue(saleWith(paid(4 * ada), paid(6 * ada, { payer: 'y' })))).toBe(10_000_000n)
    expect(paymentDue(saleWith(paid(4 * ada), paid(6 * ada)))).toBe(0n)
    expect(paymentDue({ ...saleWith(), status: 'EXPIRED' })).toBe(0n)
  })

  it('leaves out what foreign tokens take back, what was given back and what was spent elsewhere', () => {
    expect(paymentDue(saleWith(paid(10 * ada, { counts: 8 * ada })), 'x')).toBe(2_000_000n)
    for (const use of ['refunded', 'spent'] as const)
      expect(paymentDue(saleWith(paid(10 * ada, { use })), 'x')).toBe(10_000_000n)
  })
})

describe('A payment after the end of a reservation', () => {
  it('is no part of the price, and pays for nobody', () => {
    const late = { is_late: true, counts: 0, use: 'surplus' } as const
    const sale = saleWith(paid(9 * ada, late), paid(ada), paid(20 * ada, { ...late, payer: 'y' }))
    expect([paymentDue(sale), paymentDue(sale, 'x'), paymentDue(sale, 'y')]).toEqual([
      10_000_000n,
      9_000_000n,
      10_000_000n,
    ])
    expect(paidParts(sale)).toMatchObject([{ payer: 'x', payments: [{ lovelace: ada }] }])
  })
})

describe('The parts of a price', () => {
  it('are those of each payer, the nearest to the price first; of equal ones the first', () => {
    const sale = saleWith(
      paid(ada),
      paid(3 * ada, { payer: null, address: 'a' }),
      paid(3 * ada, { payer: null, address: 'b' }),
      paid(4 * ada, { address: 'addr_test1later' }),
    )
    expect(paidParts(sale).map(({ payer, address, paid: sum }) => [payer, address, sum])).toEqual([
      ['x', 'addr_test1x', 5_000_000n],
      [null, 'a', 3_000_000n],
      [null, 'b', 3_000_000n],
    ])
  })

  it('are by address where a service names no payer', () => {
    const { payer: _payer, ...older } = paid(ada)
    expect(paidParts(saleWith(older, older))).toMatchObject([
      { payer: 'addr_test1x', paid: 2_000_000n },
    ])
  })
})
