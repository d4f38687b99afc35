import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Deadline } from '#platform/http/deadline.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const never = new AbortController().signal

it('ends when nothing has moved for so long', () => {
  const deadline = new Deadline(1000, never)
  vi.advanceTimersByTime(999)
  expect(deadline.ended).toBeUndefined()
  vi.advanceTimersByTime(1)
  expect(deadline.ended).toBe('timeout')
  expect(deadline.signal.aborted).toBe(true)
})

it('does not end while something moves, however long that takes', () => {
  const deadline = new Deadline(1000, never)
  for (let n = 0; n < 100; n += 1) {
    vi.advanceTimersByTime(900)
    deadline.progress()
  }
  expect(deadline.ended).toBeUndefined()
  vi.advanceTimersByTime(1000)
  expect(deadline.ended).toBe('timeout')
})

it('ends when the caller cancels', () => {
  const caller = new AbortController()
  const deadline = new Deadline(1000, caller.signal)
  caller.abort()
  expect(deadline.ended).toBe('cancelled')
  expect(deadline.signal.aborted).toBe(true)
})

it('does not end after it was cleared', () => {
  const deadline = new Deadline(1000, never)
  deadline.clear()
  vi.advanceTimersByTime(5000)
  expect(deadline.ended).toBeUndefined()
})
