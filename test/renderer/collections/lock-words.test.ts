import { expect, test } from 'vitest'
import { lockStateOf } from '#renderer/data/lock.ts'
import { text } from '#renderer/text/en.ts'
import { lockWords } from '#renderer/views/collections/chips.tsx'

const words = text.collections.lock
const now = Date.parse('2026-11-21T12:00:00Z')
const day = 86_400_000
/** What stands of a lock at this time. */
const at = (milliseconds: number): string =>
  lockWords(lockStateOf({ lock: true, lock_time: new Date(milliseconds).toISOString() }, now))

test('a lock in a year is 365 days away also seconds after it was chosen', () => {
  const inAYear = now + 365 * day
  expect(at(inAYear)).toBe(words.open('365 days'))
  expect(at(inAYear - 20_000)).toBe(words.open('365 days'))
})

test('a lock that is centuries away is told in years, not in thousands of days', () => {
  expect(at(now + 355_054 * day)).toBe(words.open('972 years'))
  expect(at(now + 731 * day)).toBe(words.open('2 years'))
})

test('a lock beyond any date has words without a number', () => {
  expect(lockWords(lockStateOf({ lock: true, lock_time: null }, now))).toBe(words.openForever)
})

test('a policy without a lock and one that is locked say so', () => {
  expect(lockWords(lockStateOf({ lock: false, lock_time: null }, now))).toBe(words.never)
  expect(at(now)).toBe(words.locked)
})
