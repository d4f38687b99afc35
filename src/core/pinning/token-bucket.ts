import { sleep as sleepFor } from './sleep.ts'

/** Slows calls to the rate that a service allows. */
export interface TokenBucket {
  /** Waits until the next call may be made. */
  take(signal: AbortSignal): Promise<void>
  /** The service refused a call as one too many: the rate is halved, and nothing goes before the time that it asks for. */
  refused(retryAfterMs: number | undefined): void
}

/** Once a service has refused, at least so long. */
const leastPauseMs = 1_000
const slowest = 1 / 60

export const createTokenBucket = (options: {
  /** Calls per second. */
  readonly rate: number
  /** Calls that may go at once after a pause. */
  readonly burst: number
  readonly clock?: () => number
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>
}): TokenBucket => {
  const { burst, clock = () => performance.now(), sleep = sleepFor } = options
  let { rate } = options
  let tokens = burst
  let filledAt = clock()
  let pausedUntil = 0

  /** Counts the call, and answers how long it has to wait. */
  const reserve = (): number => {
    const now = clock()
    tokens = Math.min(burst, tokens + ((now - filledAt) * rate) / 1000)
    filledAt = now
    tokens -= 1
    const forToken = tokens >= 0 ? 0 : (-tokens * 1000) / rate
    return Math.max(forToken, pausedUntil - now)
  }

  return {
    take: async (signal) => {
      const waitMs = reserve()
      if (waitMs > 0) await sleep(waitMs, signal)
    },
    refused: (retryAfterMs) => {
      rate = Math.max(slowest, rate / 2)
      tokens = Math.min(tokens, 0)
      pausedUntil = clock() + Math.max(leastPauseMs, retryAfterMs ?? 0)
    },
  }
}
