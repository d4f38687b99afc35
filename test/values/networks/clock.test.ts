import { expect, it } from 'vitest'
import { clockIssue, idTime } from '#values/networks/clock.ts'

it('speaks of a clock that shows a time before this version, or before the last write', () => {
  const now = new Date('2027-03-05T10:00:00Z')
  expect(clockIssue(now)).toBeUndefined()
  expect(clockIssue(new Date())).toBeUndefined()
  expect(clockIssue(now, new Date('2027-03-05T20:00:00Z'))).toBeUndefined()
  expect(clockIssue(now, new Date('2027-03-09T10:00:00Z'))).toContain('written to later')
  expect(clockIssue(new Date('1956-05-01T00:00:00Z'))).toContain('shows 1956-05-01')
})

it('gives an id a time that it can hold', () => {
  expect(idTime(new Date('1956-05-01T00:00:00Z'))).toBe(1)
  expect(idTime(new Date(5))).toBe(5)
})
