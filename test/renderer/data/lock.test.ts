import { expect, test } from 'vitest'
import { lockStateOf } from '#renderer/data/lock.ts'

const now = Date.parse('2026-11-21T12:00:00Z')

test('a policy without a lock never locks', () => {
  expect(lockStateOf({ lock: false, lock_time: null }, now)).toEqual({ kind: 'never' })
  expect(lockStateOf({ lock: false }, now)).toEqual({ kind: 'never' })
})

test('the time that is left is shown in seconds', () => {
  const time = '2026-11-22T12:00:30.000Z'
  expect(lockStateOf({ lock: true, lock_time: time }, now)).toEqual({
    kind: 'open',
    time,
    secondsLeft: 86_430,
  })
})

test('is locked from the very moment on', () => {
  const time = new Date(now).toISOString()
  expect(lockStateOf({ lock: true, lock_time: time }, now)).toEqual({ kind: 'locked', time })
  expect(lockStateOf({ lock: true, lock_time: time }, now - 1).kind).toBe('open')
})

test('a lock beyond any date is open and has no time', () => {
  const state = lockStateOf({ lock: true, lock_time: null }, now)
  expect(state).toEqual({ kind: 'open', time: null, secondsLeft: Infinity })
})
