import { describe, expect, it } from 'vitest'
import { createProgress, eventEveryMs, type ImportProgress } from '#app/imports/run/progress.ts'
import { windowMs } from '#values/work/pace.ts'

const setUp = (total = 100, already = 0) => {
  let now = 0
  const events: ImportProgress[] = []
  const stage = { total, already }
  const progress = createProgress({
    job: 'job',
    stages: { hash: stage, image: stage, pin: stage, upload: stage },
    clock: () => now,
    onProgress: (event) => events.push(event),
  })
  return { progress, events, pass: (ms: number) => (now += ms) }
}

const stageOf = ({ stages }: ImportProgress, name: string) => stages.find((s) => s.stage === name)

describe('progress', () => {
  it('knows no time left before anything is done, and none is left at the end', () => {
    const { progress, pass } = setUp(2)
    expect(stageOf(progress.snapshot(), 'hash')).toEqual({
      stage: 'hash',
      done: 0,
      total: 2,
      failed: 0,
      rate: 0,
      secondsLeft: null,
    })
    pass(1000)
    progress.done('hash', 2)
    expect(stageOf(progress.snapshot(), 'hash')).toMatchObject({ done: 2, secondsLeft: 0, rate: 2 })
  })

  it('tells items per second and the time for the rest', () => {
    const { progress, pass } = setUp(100)
    for (let second = 0; second < 10; second += 1) {
      pass(1000)
      progress.done('image', 4)
    }
    const image = stageOf(progress.snapshot(), 'image')
    expect(image).toMatchObject({ done: 40, rate: 4, secondsLeft: 15 })
  })

  it('forgets what lies behind its window, so a change of pace shows', () => {
    const { progress, pass } = setUp(10_000)
    for (let second = 0; second < 60; second += 1) {
      pass(1000)
      progress.done('image', 100)
    }
    for (let ms = 0; ms < windowMs + 1000; ms += 1000) {
      pass(1000)
      progress.done('image', 1)
    }
    expect(stageOf(progress.snapshot(), 'image')?.rate).toBeCloseTo(1, 1)
  })

  it('falls to nothing when nothing happens', () => {
    const { progress, pass } = setUp(100)
    for (let second = 0; second < 5; second += 1) {
      pass(1000)
      progress.done('pin')
    }
    pass(1_000_000)
    expect(stageOf(progress.snapshot(), 'pin')?.rate).toBeLessThan(0.01)
  })

  it('counts what an earlier run did as done, but not towards the rate', () => {
    const { progress, pass } = setUp(100, 60)
    pass(2000)
    progress.done('upload', 20)
    expect(stageOf(progress.snapshot(), 'upload')).toMatchObject({
      done: 80,
      rate: 10,
      secondsLeft: 2,
    })
  })

  it('takes a failed item out of the stages that it never reaches', () => {
    const { progress, pass } = setUp(2)
    pass(1000)
    progress.failed('image')
    progress.done('image')
    progress.done('upload')
    const now = progress.snapshot()
    expect(stageOf(now, 'hash')).toMatchObject({ total: 2, failed: 0 })
    expect(stageOf(now, 'image')).toMatchObject({ total: 2, failed: 1, done: 1, secondsLeft: 0 })
    expect(stageOf(now, 'upload')).toMatchObject({ total: 1, failed: 0, done: 1, secondsLeft: 0 })
  })

  it('sends ten events a second at most, and the last state when asked', () => {
    const { progress, events, pass } = setUp(10_000)
    for (let ms = 0; ms < 1000; ms += 1) {
      progress.done('hash')
      pass(1)
    }
    expect(events).toHaveLength(1000 / eventEveryMs)
    progress.flush()
    expect(stageOf(events.at(-1) ?? { job: '', stages: [] }, 'hash')?.done).toBe(1000)
  })
})
