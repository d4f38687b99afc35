import { describe, expect, it } from 'vitest'
import { analyticsOf } from '#main/services/sales/sales-analytics.ts'
import type { Sale } from '#contract/sales/sale.ts'
import { slotAt } from '#cardano/slots.ts'

/** Noon, which is the same day wherever the test runs, or nearly. */
const noon = (day: string) => new Date(`${day}T12:00:00`)

const sale = (day: string, changes: Partial<Sale> = {}): Sale => ({
  id: day,
  collection_id: 'herbarium',
  status: 'COMPLETED',
  type: 'fixed',
  price: 10_000_000,
  supply: 2,
  payment_address: 'addr_test1',
  payment_link: 'http://127.0.0.1/pay/sale/1',
  reservation_time: 60,
  reserved_time: 0,
  tokens: [1, 2].map((position) => ({
    id: `t${position}`,
    asset_name: 'a',
    name: 'a',
    image: '',
    status: 'COMPLETED',
  })),
  confirmations: 3,
  payments: [
    {
      tx_id: 'tx',
      index: 0,
      address: 'addr',
      lovelace: 20_000_000,
      assets: [],
      slot: Number(slotAt('devnet', noon(day))),
      confirmations: 9,
      use: 'counted',
    },
  ],
  tx_fee: 200_000,
  nft_fee: 1_200_000,
  income: 18_600_000,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-12-31T12:00:00.000Z',
  ...changes,
})

describe('figures of what was sold', () => {
  it('add up by the day of the payment, the oldest first, and leave out what is not confirmed', () => {
    const analytics = analyticsOf(
      [
        sale('2026-11-22'),
        sale('2026-11-20'),
        sale('2026-11-22'),
        sale('2026-11-22', { status: 'MINTING' }),
      ],
      'devnet',
      false,
    )
    expect(analytics.days.map(({ day, sales, tokens }) => [day, sales, tokens])).toEqual([
      ['2026-11-20', 1, 2],
      ['2026-11-22', 2, 4],
    ])
    expect(analytics.days[1]).toMatchObject({
      revenue: '40000000',
      income: '37200000',
      txFee: '400000',
      nftFee: '2400000',
    })
    expect(analytics.totals).toMatchObject({ sales: 3, tokens: 6, revenue: '60000000' })
  })

  it('take the day of the last change where the chain is not known', () => {
    const { days } = analyticsOf([sale('2026-11-22')], undefined, true)
    expect(days.map(({ day }) => day)).toEqual(['2026-12-31'])
  })

  it('are exact beyond what a number can hold', () => {
    const dear = { price: Number.MAX_SAFE_INTEGER, income: Number.MAX_SAFE_INTEGER }
    const { totals } = analyticsOf(
      [sale('2026-11-22', dear), sale('2026-11-22', dear)],
      'devnet',
      false,
    )
    expect(totals.income).toBe(String(2n * BigInt(Number.MAX_SAFE_INTEGER)))
    expect(totals.revenue).toBe(String(4n * BigInt(Number.MAX_SAFE_INTEGER)))
  })
})
