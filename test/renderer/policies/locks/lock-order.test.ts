import { expect, it } from 'vitest'
import { lockOrder } from '#renderer/views/policies/locks/lock-order.ts'
import { samplePolicy } from '../sample-policy.ts'

const now = Date.parse('2026-11-21T12:00:00.000Z')
const locking = (name: string, time: string | null) =>
  samplePolicy({ name, lock: { slot: 1, time, locked: false } })

it('the next lock comes first, then what has no date, then what has locked, the last first', () => {
  const policies = [
    locking('long ago', '2025-01-01T00:00:00.000Z'),
    locking('no date', null),
    locking('later', '2027-02-24T12:00:00.000Z'),
    samplePolicy({ name: 'never' }),
    locking('now', '2026-11-21T12:00:00.000Z'),
    locking('next', '2026-11-22T12:00:00.000Z'),
  ]
  const order = lockOrder(policies, now)
  expect(order.locking.map(({ name }) => name)).toEqual([
    'next',
    'later',
    'no date',
    'now',
    'long ago',
  ])
  expect(order.never).toBe(1)
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
