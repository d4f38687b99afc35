import { describe, expect, test } from 'vitest'
import { type SaleStep, stepsOf } from '#renderer/views/sales/steps.ts'
import { salePayment } from './sample-sale.ts'

type Given = Parameters<typeof stepsOf>[0]
const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 4, minute)).toISOString()
const payment = (minute: number) => salePayment({ tx_id: `paid ${minute}`, at: at(minute) })
const sale = (changes: Partial<Given>): Given => ({
  status: 'RESERVED',
  created_at: at(0),
  updated_at: at(0),
  payments: [],
  events: [],
  ...changes,
})
const brief = ({ what, state }: SaleStep): string =>
  `${state} ${what.kind === 'status' ? what.status : `payment ${what.lovelace}`}`

describe('what happened to a sale', () => {
  test('that was just made: it waits, and the rest is still to come', () => {
    expect(stepsOf(sale({})).map(brief)).toEqual([
      'now RESERVED',
      'next PROCESSING',
      'next SUBMITTING',
      'next MINTING',
      'next COMPLETED',
    ])
  })

  test('that was paid in a block whose time is before its own: it was reserved first', () => {
    const steps = stepsOf(sale({ created_at: at(2), payments: [payment(1)] }))
    expect(steps.slice(0, 2).map(brief)).toEqual(['now RESERVED', 'done payment 5000000'])
  })

  test('that went well: with its payment and its events, in the order of their times', () => {
    const steps = stepsOf(
      sale({
        status: 'COMPLETED',
        updated_at: at(4),
        payments: [payment(1)],
        events: [
          { id: 'm', status: 'MINTING', at: at(2) },
          { id: 'c', status: 'COMPLETED', at: at(4) },
        ],
      }),
    )
    expect(steps.map(brief)).toEqual([
      'done RESERVED',
      'done payment 5000000',
      'done MINTING',
      'done COMPLETED',
    ])
    expect(steps.map((step) => step.at)).toEqual([at(0), at(1), at(2), at(4)])
  })

  test('that went wrong and moves on: where it is now comes last', () => {
    const steps = stepsOf(
      sale({
        status: 'REFUNDING',
        updated_at: at(5),
        payments: [payment(1)],
        events: [{ id: 'u', status: 'UNRESOLVED_UNDERPAID', at: at(2) }],
      }),
    )
    expect(steps.map(brief)).toEqual([
      'done RESERVED',
      'done payment 5000000',
      'bad UNRESOLVED_UNDERPAID',
      'now REFUNDING',
    ])
  })

  test('of which no events are kept: its state alone tells', () => {
    expect(stepsOf(sale({ status: 'EXPIRED', updated_at: at(9) })).map(brief)).toEqual([
      'done RESERVED',
      'done EXPIRED',
    ])
  })

  test('never says twice where it is', () => {
    const events = [{ id: 'u', status: 'UNRESOLVED_UNDERPAID', at: at(2) }]
    const steps = stepsOf(sale({ status: 'UNRESOLVED_UNDERPAID', updated_at: at(3), events }))
    expect(steps.map(brief)).toEqual(['done RESERVED', 'bad UNRESOLVED_UNDERPAID'])
  })

  test('that is done says that once, also when money came on top', () => {
    const events = [
      { id: 'c', status: 'COMPLETED', at: at(2) },
      { id: 'o', status: 'UNRESOLVED_OVERPAID', at: at(4) },
    ]
    const steps = stepsOf(sale({ status: 'COMPLETED', updated_at: at(5), events }))
    expect(steps.map(brief)).toEqual(['done RESERVED', 'done COMPLETED', 'bad UNRESOLVED_OVERPAID'])
  })
})
