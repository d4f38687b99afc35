import { expect, it } from 'vitest'
import { isFarAway, leftPercent, lockOrder } from '#renderer/views/policies/locks/lock-order.ts'
import { samplePolicy } from '../sample-policy.ts'

const now = Date.parse('2026-11-21T12:00:00.000Z')
const locking = (name: string, time: string | null) =>
  samplePolicy({ name, lock: { slot: 1, time, locked: false } })

it('the next lock comes first, then what has no date, what never locks, and the last that locked', () => {
  const policies = [
    locking('long ago', '2025-01-01T00:00:00.000Z'),
    locking('no date', null),
    locking('later', '2027-02-24T12:00:00.000Z'),
    samplePolicy({ name: 'never' }),
    locking('now', '2026-11-21T12:00:00.000Z'),
    locking('next', '2026-11-22T12:00:00.000Z'),
  ]
  const order = lockOrder(policies, now)
  expect(order.policies.map(({ name }) => name)).toEqual([
    'next',
    'later',
    'no date',
    'never',
    'now',
    'long ago',
  ])
  expect(order.locking).toBe(5)
})

it('counts for the calendar what its format can say', () => {
  const policies = [
    locking('no date', null),
    locking('beyond', '+010000-01-01T00:00:00.000Z'),
    locking('next', '2026-11-22T12:00:00.000Z'),
    locking('passed', '2026-11-20T12:00:00.000Z'),
  ]
  expect(lockOrder(policies, now).toCome).toBe(1)
})

it('the bar of the time left shows weeks beside years, and is full where nobody plans', () => {
  const percentIn = (days: number) => leftPercent(now + days * 86_400_000, now)
  expect([0, 41, 365, 3650, 36_500].map(percentIn)).toEqual([0, 11, 32, 100, 100])
  expect(percentIn(-1)).toBe(0)
  expect(isFarAway(Date.parse('2099-12-31T12:00:00.000Z'))).toBe(false)
  expect(isFarAway(Date.parse('2998-01-01T00:00:00.000Z'))).toBe(true)
})
