import { expect, it } from 'vitest'
import { createTokenBucket } from '#core/pinning/token-bucket.ts'

const { signal } = new AbortController()

/** A bucket whose time passes only while it sleeps. */
const openBucket = (rate: number, burst: number) => {
  let now = 0
  const bucket = createTokenBucket({
    rate,
    burst,
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
  const { timeOf, pass } = openBucket(2, 5)
  expect(await timeOf(5)).toBe(0)
  expect(await timeOf(10)).toBe(5_000)
  pass(1_000)
  expect(await timeOf(2)).toBe(0)
})

it('a refused call pauses all calls as long as the service asks, and halves the rate', async () => {
  const { bucket, timeOf } = openBucket(4, 1)
  bucket.refused(3_000)
  expect(await timeOf(1)).toBe(3_000)
  expect(await timeOf(10)).toBeGreaterThanOrEqual(4_000)
})
