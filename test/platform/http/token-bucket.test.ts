import { describe, expect, it } from 'vitest'
import { type CallLimit, createTokenBucket } from '#platform/http/token-bucket.ts'
import { createService, passTime, simulatedTime } from './simulated-service.ts'

const { signal } = new AbortController()

/** A bucket whose time passes only while it sleeps. */
const openBucket = (limit: CallLimit | undefined) => {
  let now = 0
  const bucket = createTokenBucket(limit, {
    clock: () => now,
    sleep: async (ms) => void (now += ms),
  })
  /** The milliseconds that so many calls take. */
  const timeOf = async (calls: number): Promise<number> => {
    const start = now
    for (let call = 0; call < calls; call += 1) await bucket.take(signal)
    return Math.round(now - start)
  }
  return { bucket, timeOf, pass: (ms: number) => void (now += ms) }
}

it('calls go at once up to the burst, then at the rate', async () => {
  const { timeOf, pass } = openBucket({ rate: 2, burst: 5 })
  expect(await timeOf(5)).toBe(0)
  expect(await timeOf(10)).toBe(5_000)
  pass(1_000)
  expect(await timeOf(2)).toBe(0)
})

// Fault 10 of docs/faults.md.
it('a refused call pauses all calls as long as the service asks', async () => {
  const { bucket, timeOf } = openBucket({ rate: 4, burst: 1 })
  bucket.refused(await bucket.take(), 3_000)
  expect(await timeOf(1)).toBe(3_000)
})

it('a service that asks for an hour is asked again after a minute, and refuses the caller', async () => {
  const { bucket, timeOf } = openBucket({ rate: 4, burst: 1 })
  bucket.refused(await bucket.take(), 3_600_000)
  expect(await timeOf(1)).toBe(60_000)
})

it('the refusals of calls that were on their way together count once', async () => {
  const { bucket, timeOf } = openBucket({ rate: 4, burst: 4 })
  const turns = [await bucket.take(), await bucket.take(), await bucket.take()]
  for (const turn of turns) bucket.refused(turn, 2_000)
  expect(await timeOf(1)).toBe(2_000)
  // at a quarter of the rate, not at a sixty-fourth
  expect(await timeOf(10)).toBeLessThanOrEqual(10_000)
})

it('calls that wait for a token wait for a pause that begins meanwhile', async () => {
  const time = simulatedTime()
  const bucket = createTokenBucket({ rate: 10, burst: 1 }, time)
  const first = await bucket.take(signal)
  const arrivals: number[] = []
  const waiting = [1, 2].map(async () => {
    await bucket.take(signal)
    arrivals.push(time.clock())
  })
  bucket.refused(first, 5_000)
  await passTime(time, Promise.all(waiting))
  expect(arrivals[0]).toBe(5_000)
})

it('a cancelled call ends at once, and those behind it keep their order', async () => {
  const time = simulatedTime()
  const bucket = createTokenBucket({ rate: 1, burst: 1 }, time)
  await bucket.take()
  const caller = new AbortController()
  const order: string[] = []
  const before = bucket.take().then(() => order.push('before'))
  const cancelled = bucket.take(caller.signal)
  const behind = bucket.take().then(() => order.push('behind'))
  caller.abort(new Error('stopped'))
  await expect(cancelled).rejects.toThrow('stopped')
  expect(order).toEqual([])
  await passTime(time, Promise.all([before, behind]))
  expect(order).toEqual(['before', 'behind'])
  expect(time.clock()).toBe(2_000)
})

describe('an undocumented limit', () => {
  it.each([
    [10, 10, 200],
    [20, 20, 200],
    [10, 100, 200],
    [10, 500, 300],
  ])(
    'of %i a second, with a burst of %i, is kept within a twentieth and seldom passed',
    async (rate, burst, latencyMs) => {
      const time = simulatedTime()
      const service = createService(time, { rate, burst, latencyMs })
      const bucket = createTokenBucket(undefined, time)
      const calls = 400 + 2 * burst
      // a time without calls says nothing about the limit
      await passTime(time, service.callAll(bucket, { calls: 1, atOnce: 1 }))
      await passTime(time, time.sleep(10_000))
      const start = time.clock()
      await passTime(time, service.callAll(bucket, { calls, atOnce: 8 }))
      expect(service.accepted()).toBe(calls + 1)
      const seconds = (time.clock() - start) / 1000
      expect(seconds).toBeLessThan(((calls - burst) / rate) * 1.05)
      expect(service.refused()).toBeLessThan(calls * 0.04)
    },
  )

  it('that is raised is found again', async () => {
    const time = simulatedTime()
    const service = createService(time, { rate: 5, burst: 5, latencyMs: 200 })
    const bucket = createTokenBucket(undefined, time)
    await passTime(time, service.callAll(bucket, { calls: 300, atOnce: 8 }))
    service.raiseTo({ rate: 10, burst: 10 })
    await passTime(time, service.callAll(bucket, { calls: 2_000, atOnce: 8 }))
    const start = time.clock()
    await passTime(time, service.callAll(bucket, { calls: 300, atOnce: 8 }))
    expect((time.clock() - start) / 1000).toBeLessThan(30 * 1.05)
  })
})

it('a documented limit that another program shares is learned as what is left of it', async () => {
  const time = simulatedTime()
  const service = createService(time, { rate: 2, burst: 5, latencyMs: 300 })
  const bucket = createTokenBucket({ rate: 4, burst: 5 }, time)
  await passTime(time, service.callAll(bucket, { calls: 200, atOnce: 8 }))
  expect(time.clock() / 1000).toBeLessThan(97.5 * 1.1)
  expect(service.refused()).toBeLessThan(20)
})
