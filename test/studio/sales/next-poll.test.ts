import { describe, expect, it } from 'vitest'
import { slotAt } from '#cardano/slots.ts'
import type { SaleStatus } from '#contract/sales/sale-status.ts'
import { nextPoll } from '#studio/sales/watch/next-poll.ts'

const nowMs = Date.UTC(2026, 5, 1)
const minuteMs = 60_000
const dayMs = 1_440 * minuteMs

/** In how many milliseconds a sale is looked at that changed so long ago; 0: with the next block. */
const pauseOf = (
  network: 'devnet' | 'preprod',
  status: SaleStatus,
  { ageMs = 0, leftMs = dayMs, isMoving = false },
): number => {
  const sale = {
    status,
    reserved_until: slotAt(network, new Date(nowMs + leftMs)),
    updated_at: new Date(nowMs - ageMs).toISOString(),
  }
  const at = nextPoll(network, sale, { isMoving, nowMs })
  return at === 0 ? 0 : at - nowMs
}

describe('The next look at a sale of a public network', () => {
  it('while its buyer is waited for comes at most once a minute, and at least every five', () => {
    for (const status of ['RESERVED', 'UNRESOLVED_UNDERPAID'] as const) {
      expect(pauseOf('preprod', status, {})).toBe(minuteMs)
      expect(pauseOf('preprod', status, { ageMs: 20 * minuteMs })).toBe(2 * minuteMs)
      expect(pauseOf('preprod', status, { ageMs: 600 * minuteMs })).toBe(5 * minuteMs)
      expect(pauseOf('preprod', status, { leftMs: 10_000 })).toBe(10_000)
    }
  })

  it('comes with the next block when its time is over, and while something moves', () => {
    expect(pauseOf('preprod', 'RESERVED', { leftMs: -1_000 })).toBe(0)
    expect(pauseOf('preprod', 'RESERVED', { isMoving: true })).toBe(0)
    expect(pauseOf('preprod', 'COMPLETED', { ageMs: dayMs, isMoving: true })).toBe(0)
  })

  it('comes ever more rarely when it is over, in the end once a day, and after months never', () => {
    expect(pauseOf('preprod', 'EXPIRED', { leftMs: -1 })).toBe(minuteMs)
    expect(pauseOf('preprod', 'EXPIRED', { ageMs: dayMs })).toBe(dayMs / 10)
    expect(pauseOf('preprod', 'EXPIRED', { ageMs: 30 * dayMs })).toBe(dayMs)
    expect(pauseOf('preprod', 'EXPIRED', { ageMs: 200 * dayMs })).toBeGreaterThan(1_000 * dayMs)
  })
})

describe('The next look where the calls of the day are scarce', () => {
  const at = (status: SaleStatus, leftMs: number, isMoving = false) =>
    nextPoll(
      'preprod',
      {
        status,
        reserved_until: slotAt('preprod', new Date(nowMs + leftMs)),
        updated_at: new Date(nowMs).toISOString(),
      },
      { isMoving, nowMs, slowdown: 10 },
    ) - nowMs

  it('is rarer, but at the end of a reservation in time', () => {
    expect(at('RESERVED', 60 * minuteMs)).toBe(10 * minuteMs)
    expect(at('RESERVED', 2 * minuteMs)).toBe(2 * minuteMs)
    expect(at('RESERVED', 60 * minuteMs, true)).toBe(3 * minuteMs)
  })
})

describe('The next look at a sale of the devnet', () => {
  it('comes with the next block while it waits for money, also for the rest of it', () => {
    for (const status of ['RESERVED', 'UNRESOLVED_UNDERPAID'] as const)
      expect(pauseOf('devnet', status, { ageMs: dayMs })).toBe(0)
  })

  it('comes ever more rarely where hundreds of sales are paid already, not while they wait for money', () => {
    const at = (status: SaleStatus, watched: number) =>
      nextPoll(
        'devnet',
        {
          status,
          reserved_until: slotAt('devnet', new Date(nowMs + dayMs)),
          updated_at: '2026-06-01',
        },
        { isMoving: false, nowMs, watched },
      )
    for (const status of ['PROCESSING', 'MINTING', 'COMPLETED'] as const) {
      expect(at(status, 99)).toBe(0)
      expect(at(status, 500)).toBe(nowMs + 5_000)
    }
    expect(at('RESERVED', 500)).toBe(0)
  })
})
