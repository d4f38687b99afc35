import { describe, expect, it } from 'vitest'
import type { EventRow } from '#contract/events/calls.ts'
import type { SalePayment } from '#contract/sales/calls.ts'
import { salePayment } from '../sales/sample-sale.ts'
import { timelineOf } from '#renderer/views/events/received/timeline.ts'

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 22, 12, minute)).toISOString()

const row = (id: number, minute: number, kind: string): EventRow => ({
  id,
  arrival: id,
  at: at(minute),
  receivedAt: at(minute),
  accountId: 'local',
  via: 'webhook',
  kind,
  collectionId: 'c',
  saleId: 's',
  network: 'testnet',
  unread: false,
  names: [],
  tokens: 0,
  price: null,
  cid: null,
  error: null,
})

const payment = (minute: number | null, use: SalePayment['use']): SalePayment =>
  salePayment({ at: minute === null ? null : at(minute), use })

describe('the timeline of a sale', () => {
  it('tells the time between its events, oldest first', () => {
    const steps = timelineOf([row(2, 3, 'COMPLETED'), row(1, 1, 'MINTING')], undefined)
    expect(steps.map(({ what, after }) => [what.kind === 'event' && what.row.kind, after])).toEqual(
      [
        ['MINTING', null],
        ['COMPLETED', 120],
      ],
    )
  })

  it('starts where the sale was reserved, and shows when it was paid, where that is known', () => {
    const sale = { created_at: at(0), payments: [payment(2, 'counted'), payment(null, 'surplus')] }
    const steps = timelineOf([row(1, 5, 'MINTING')], sale)
    expect(steps.map(({ what, after }) => [what.kind, after])).toEqual([
      ['reserved', null],
      ['paid', 120],
      ['event', 180],
    ])
  })

  it('says of a payment whether it is confirmed', () => {
    const sale = { created_at: at(0), payments: [payment(2, 'unconfirmed')] }
    expect(timelineOf([], sale)[1]?.what).toMatchObject({ kind: 'paid', isConfirmed: false })
  })
})
