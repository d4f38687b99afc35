import { describe, expect, it } from 'vitest'
import {
  ownEventKinds,
  saleEventKinds,
  saleFailureKinds,
  saleStatuses,
  type SaleStatusRow,
  stateWords,
  statusesWhere,
  statusOf,
} from '#contract/sales/sale-status.ts'

const delivery = ['PROCESSING', 'SUBMITTING', 'MINTING'] as const
const unminted = [
  'PROCESSING_FAILED',
  'UNRESOLVED_SUBMITTING_FAILED',
  'UNRESOLVED_MINTING_MISSING',
] as const

describe('the table of statuses', () => {
  it.each<[string, (row: SaleStatusRow) => boolean, readonly string[]]>([
    ['accepts a payment', (row) => row.acceptsPayment, ['RESERVED', 'UNRESOLVED_UNDERPAID']],
    [
      'needs a decision',
      (row) => row.needsDecision,
      ['RESERVED_FAILED', ...unminted, 'UNRESOLVED_OVERPAID', 'UNRESOLVED_UNDERPAID'],
    ],
    ['is over', (row) => row.isOver, ['EXPIRED', 'CANCELLED', 'COMPLETED', 'REFUNDED']],
    ['has ended unpaid', (row) => row.endedUnpaid, ['EXPIRED', 'CANCELLED']],
    ['is settled', (row) => row.isSettled, ['COMPLETED', 'REFUNDED']],
    ['is sold', (row) => row.isSold, [...delivery, 'COMPLETED']],
    ['is in progress', (row) => row.isInProgress, [...delivery, 'REFUNDING']],
    [
      'is delivered or given back',
      (row) => row.isDelivered,
      ['SUBMITTING', 'MINTING', 'COMPLETED', 'REFUNDING', 'REFUNDED'],
    ],
    ['is decided', (row) => row.isDecided, ['COMPLETED', 'REFUNDING', 'REFUNDED']],
    [
      'may still be signed',
      (row) => row.mayBeSigned,
      ['RESERVED', 'PROCESSING', ...unminted, 'UNRESOLVED_OVERPAID', 'UNRESOLVED_UNDERPAID'],
    ],
    [
      'sells nothing',
      (row) => row.sellsNothing,
      ['EXPIRED', 'CANCELLED', 'RESERVED_FAILED', 'REFUNDED'],
    ],
    [
      'has payments that pay for the tokens',
      (row) => row.price === 'counted',
      ['PROCESSING', ...unminted, 'UNRESOLVED_OVERPAID'],
    ],
    [
      'has payments that pay for nothing',
      (row) => row.price === 'unused',
      ['RESERVED_FAILED', 'UNRESOLVED_UNDERPAID'],
    ],
    [
      'moves',
      (row) => row.isMoving,
      [
        'RESERVED',
        ...delivery,
        'UNRESOLVED_SUBMITTING_FAILED',
        'UNRESOLVED_MINTING_MISSING',
        'UNRESOLVED_UNDERPAID',
        'REFUNDING',
      ],
    ],
  ])('says which %s', (_, question, expected) => {
    expect(statusesWhere(question)).toEqual(expected)
  })

  it('says which are reported, and which of them are failures', () => {
    expect(saleEventKinds).toEqual(['MINTING', 'COMPLETED', ...saleFailureKinds, ...ownEventKinds])
    expect(saleFailureKinds).toEqual(statusesWhere((row) => row.needsDecision))
  })

  it('has a row for a status that it does not know', () => {
    expect(saleStatuses).not.toContain('PAUSED')
    expect(statusOf('PAUSED')).toMatchObject({
      label: 'PAUSED',
      stage: 'unknown',
      isOver: false,
      isMoving: false,
      needsDecision: false,
    })
    expect(statusOf('UNRESOLVED_NEWLY')).toMatchObject({ needsDecision: true, isOver: false })
    expect(statusOf('constructor')).toMatchObject({ stage: 'unknown' })
  })
})

it('a sentence quotes each status as people read it, and one that is not known as it came', () => {
  expect(saleStatuses.map(stateWords).filter((words) => /_|[A-Z]{2}/u.test(words))).toEqual([])
  expect(stateWords('RESERVED_FAILED')).toBe('the state “Reservation failed”')
  expect(stateWords('ON_HOLD')).toBe('the state “ON_HOLD”')
})
