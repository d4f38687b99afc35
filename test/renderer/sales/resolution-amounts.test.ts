import { describe, expect, it } from 'vitest'
import type { SalePayment } from '#contract/sales/calls.ts'
import { text } from '#renderer/text/en.ts'
import {
  refundAmounts,
  resolutionAmounts,
  tokensBack,
} from '#renderer/views/sales/resolution-amounts.ts'

const words = text.sales.resolve

const payment = (lovelace: string, changes: Partial<SalePayment> = {}): SalePayment => ({
  lovelace,
  counts: lovelace,
  txId: '',
  index: 0,
  address: '',
  assets: [],
  slot: '0',
  at: null,
  confirmations: 1,
  use: 'counted',
  page: null,
  spentIn: null,
  ...changes,
})

const paying = (...amounts: readonly string[]) => ({
  total: '10000000',
  payments: amounts.map((lovelace) => payment(lovelace)),
})

const receiver = (lovelace: string) => ({ address: `addr${lovelace}`, lovelace, assets: [] })

describe('The amounts of a resolution', () => {
  it('name what was paid first when too much was paid, then the price and what goes back', () => {
    expect(resolutionAmounts(paying('9000000', '3000000'), 'accept')).toEqual([
      { term: words.paidByBuyer, lovelace: '12000000', isTotal: true },
      { term: words.price, lovelace: '10000000', isTotal: false },
      { term: words.back, lovelace: '2000000', isTotal: false },
    ])
  })

  it('name the price first when something is missing, then what was paid and what is missing', () => {
    expect(resolutionAmounts(paying('4000000'), 'wait')).toEqual([
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
      total: '10000000',
      payments: [
        payment('3000000', { use: 'surplus' }),
        payment('12000000', { counts: '10500000', assets }),
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
      total: '10000000',
      payments: [payment('9000000', { counts: '6000000' }), payment('5000000', { use: 'surplus' })],
    }
    expect(resolutionAmounts(sale, 'wait')).toEqual([
      { term: words.price, lovelace: '10000000', isTotal: true },
      { term: words.paidByNearest, lovelace: '6000000', isTotal: false },
      { term: words.missing, lovelace: '4000000', isTotal: false },
    ])
  })

  it('of a refund leave out what was given back and what somebody else spent', () => {
    const sale = {
      total: '10000000',
      payments: [
        payment('5000000'),
        payment('2000000', { use: 'refunded' }),
        payment('1000000', { use: 'spent' }),
      ],
    }
    expect(resolutionAmounts(sale, 'refund')).toEqual([
      { term: words.price, lovelace: '10000000', isTotal: false },
      { term: words.paid, lovelace: '5000000', isTotal: false },
    ])
  })

  it('have no total where none is the sum of the others', () => {
    const amounts = resolutionAmounts(paying('4000000'), 'accept')
    expect(amounts.map(({ isTotal }) => isTotal)).toEqual([false, false])
  })
})

describe('The amounts of a refund', () => {
  it('are what it spends in all, then what is returned, then the fee', () => {
    const receivers = [receiver('11800000'), receiver('5000000')]
    expect(refundAmounts({ receivers, fee: '200000' })).toEqual([
      { term: words.spent, lovelace: '17000000', isTotal: true },
      { term: words.returned(2), lovelace: '16800000', isTotal: false },
      { term: words.fee, lovelace: '200000', isTotal: false },
    ])
  })

  it('are one sum that says so while the fee is unknown', () => {
    expect(refundAmounts({ receivers: [receiver('12000000')], fee: null })).toEqual([
      { term: words.beforeFee, lovelace: '12000000', isTotal: true },
    ])
  })
})
