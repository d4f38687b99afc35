import { describe, expect, it } from 'vitest'
import type { SalePayment } from '#contract/sales/calls.ts'
import { salePayment } from './sample-sale.ts'
import { text } from '#renderer/text/en.ts'
import {
  refundAmounts,
  resolutionAmounts,
  tokensBack,
} from '#renderer/views/sales/resolution-amounts.ts'

const words = text.sales.resolve

const payment = (lovelace: number, changes: Partial<SalePayment> = {}): SalePayment =>
  salePayment({ lovelace, counts: lovelace, ...changes })

const price = { price: 10_000_000, supply: 1, tokens: [] }

const paying = (...amounts: readonly number[]) => ({
  ...price,
  payments: amounts.map((lovelace) => payment(lovelace)),
})

const receiver = (lovelace: number) => ({ address: `addr${lovelace}`, lovelace, assets: [] })

describe('The amounts of a resolution', () => {
  it('name what was paid first when too much was paid, then the price and what goes back', () => {
    expect(resolutionAmounts(paying(9_000_000, 3_000_000), 'accept')).toEqual([
      { term: words.paidByBuyer, lovelace: '12000000', isTotal: true },
      { term: words.price, lovelace: '10000000', isTotal: false },
      { term: words.back, lovelace: '2000000', isTotal: false },
    ])
  })

  it('name the price first when something is missing, then what was paid and what is missing', () => {
    expect(resolutionAmounts(paying(4_000_000), 'wait')).toEqual([
      { term: words.price, lovelace: '10000000', isTotal: true },
      { term: words.paidByNearest, lovelace: '4000000', isTotal: false },
      { term: words.missing, lovelace: '6000000', isTotal: false },
    ])
  })

  it('of an acceptance leave out what strangers have paid, and count the tokens that go back', () => {
    const assets = [
      { unit: 'a', quantity: '1' },
      { unit: 'b', quantity: '2' },
    ]
    const sale = {
      ...price,
      payments: [
        payment(3_000_000, { use: 'surplus' }),
        payment(12_000_000, { counts: 10_500_000, assets }),
      ],
    }
    expect(resolutionAmounts(sale, 'accept').map(({ lovelace }) => lovelace)).toEqual([
      '12000000',
      '10000000',
      '2000000',
    ])
    expect(tokensBack(sale)).toBe(2)
  })

  it('of waiting name what the nearest payer lacks, less what other tokens need', () => {
    const sale = {
      ...price,
      payments: [
        payment(9_000_000, { counts: 6_000_000 }),
        payment(5_000_000, { use: 'surplus', payer: 'cd'.repeat(28) }),
      ],
    }
    expect(resolutionAmounts(sale, 'wait')).toEqual([
      { term: words.price, lovelace: '10000000', isTotal: true },
      { term: words.paidByNearest, lovelace: '6000000', isTotal: false },
      { term: words.missing, lovelace: '4000000', isTotal: false },
    ])
  })

  it('of a refund leave out what was given back and what somebody else spent', () => {
    const sale = {
      ...price,
      payments: [
        payment(5_000_000),
        payment(2_000_000, { use: 'refunded' }),
        payment(1_000_000, { use: 'spent' }),
      ],
    }
    expect(resolutionAmounts(sale, 'refund')).toEqual([
      { term: words.price, lovelace: '10000000', isTotal: false },
      { term: words.paid, lovelace: '5000000', isTotal: false },
    ])
  })

  it('have no total where none is the sum of the others', () => {
    const amounts = resolutionAmounts(paying(4_000_000), 'accept')
    expect(amounts.map(({ isTotal }) => isTotal)).toEqual([false, false])
  })
})

describe('The amounts of a refund', () => {
  it('are the price, what was paid, and its parts: what is returned, the fee and what stays', () => {
    const plan = { receivers: [receiver(11_800_000)], fee: 200_000 }
    const parts = [
      { term: words.returned(1), lovelace: '11800000', isTotal: false },
      { term: words.fee, lovelace: '200000', isTotal: false },
    ]
    const start = { term: words.price, lovelace: '10000000', isTotal: false }
    expect(refundAmounts(paying(12_000_000), { ...plan, left: [] })).toEqual([
      start,
      { term: words.paid, lovelace: '12000000', isTotal: true },
      ...parts,
    ])
    const left = [{ ...receiver(1_000_000), missing: 0, needsReceiver: false }]
    expect(refundAmounts(paying(12_000_000, 1_000_000), { ...plan, left })).toEqual([
      start,
      { term: words.paid, lovelace: '13000000', isTotal: true },
      ...parts,
      { term: words.left, lovelace: '1000000', isTotal: false },
    ])
  })

  it('have a sum of their own where the refund is not of all that was paid', () => {
    const receivers = [receiver(11_800_000), receiver(5_000_000)]
    expect(refundAmounts(paying(30_000_000), { receivers, fee: 200_000, left: [] })).toEqual([
      { term: words.price, lovelace: '10000000', isTotal: false },
      { term: words.paid, lovelace: '30000000', isTotal: false },
      { term: words.spent, lovelace: '17000000', isTotal: true },
      { term: words.returned(2), lovelace: '16800000', isTotal: false },
      { term: words.fee, lovelace: '200000', isTotal: false },
    ])
  })

  it('are one sum that says so while the fee is unknown', () => {
    const plan = { receivers: [receiver(12_000_000)], fee: null, left: [] }
    expect(refundAmounts(paying(12_000_000), plan)).toEqual([
      { term: words.price, lovelace: '10000000', isTotal: false },
      { term: words.paid, lovelace: '12000000', isTotal: false },
      { term: words.beforeFee, lovelace: '12000000', isTotal: true },
    ])
  })
})
