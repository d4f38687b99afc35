import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createProgressThrottle } from '#main/shell/progress-throttle.ts'

const at = (job: string, done: number) => ({
  job,
  stages: [{ stage: 'hash', done, total: 100, failed: 0, rate: 1, secondsLeft: null } as const],
})

describe('the gate of progress', () => {
  const sent: string[] = []
  const gate = () =>
    createProgressThrottle({
      send: ({ job, stages }) => sent.push(`${job} ${stages[0]?.done}`),
      everyMs: 100,
    })

  beforeEach(() => {
    sent.length = 0
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('lets the first through at once and then one in a hundred milliseconds, the newest', () => {
    const { progress } = gate()
    for (let done = 1; done <= 50; done++) {
      progress(at('a', done))
      vi.advanceTimersByTime(10)
    }
    expect(sent).toEqual(['a 1', 'a 10', 'a 20', 'a 30', 'a 40', 'a 50'])
  })

  it('keeps the last word until its time and is quiet afterwards', () => {
    const { progress } = gate()
    progress(at('a', 1))
    progress(at('a', 2))
    expect(sent).toEqual(['a 1'])
    vi.advanceTimersByTime(1000)
    expect(sent).toEqual(['a 1', 'a 2'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('sends the last progress of a job before its end, and nothing of it later', () => {
    const { progress, flush } = gate()
    progress(at('a', 1))
    progress(at('a', 2))
    flush('a')
    flush('a')
    flush('unknown')
    expect(sent).toEqual(['a 1', 'a 2'])
    vi.advanceTimersByTime(1000)
    expect(sent).toEqual(['a 1', 'a 2'])
  })

  it('tells of several jobs in turn, together no more often than of one', () => {
    const { progress } = gate()
    for (let done = 1; done <= 40; done++) {
      for (const job of ['a', 'b', 'c']) progress(at(job, done))
      vi.advanceTimersByTime(10)
    }
    expect(sent).toEqual(['a 1', 'b 10', 'c 20', 'a 30', 'b 40'])
  })
})
