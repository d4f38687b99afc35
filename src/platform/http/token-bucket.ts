import { untilAborted } from '#values/work/until-aborted.ts'
import { sleep as sleepFor } from './sleep.ts'

/** A call that was let through, as a number: refusals of calls on their way at one time count once. */
export type CallTurn = number

/** Keeps calls to the rate that a service allows, and learns a rate that nobody has documented. */
export interface TokenBucket {
  /** Waits until the next call may be made, first come first served. */
  take(signal?: AbortSignal): Promise<CallTurn>
  /** The service refused this call as one too many: no other goes before the time that it asks for. */
  refused(turn: CallTurn, retryAfterMs: number | undefined): void
}

export type CallLimit = {
  /** Calls per second. */
  readonly rate: number
  /** Calls that may go at once after a pause. */
  readonly burst: number
}

/** Once a service has refused, at least so long. */
const leastPauseMs = 1_000
/** A service that asks for more is asked again after this, and its caller gets the refusal. */
const longestPauseMs = 60_000
/** Calls per second. */
const slowest = 1 / 60
/** A service without a documented limit: where the search for it starts, and grows with each call. */
const unknownLimit = { rate: 10, burst: 8, growth: 0.25 }
/** A refusal lowers the rate to this part of it at most. */
const largestDrop = 1 / 4
/** Without a call for so long, and for two of the rate, a service may have had calls to spare. */
const idleMs = 1_000
/** So long after a refusal the learned rate is doubled: a limit may be raised. Slowly at first. */
const doubledAfterMs = 120_000

/**
 * A service that refuses has an empty bucket. Between two refusals it has therefore accepted just
 * what its limit allows, pauses included, so that the second one tells the limit.
 */
export const createTokenBucket = (
  /** What the service documents; undefined: the limit is searched for. */
  limit: CallLimit | undefined,
  deps: {
    readonly clock?: () => number
    readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<unknown>
  } = {},
): TokenBucket => {
  const { clock = () => performance.now(), sleep = sleepFor } = deps
  const { burst } = limit ?? unknownLimit
  let { rate: startRate } = limit ?? unknownLimit
  let refusals = 0
  let isLearned = limit !== undefined
  /** Whether calls were wanted all the time since the last refusal. */
  let isMeasuring = false
  /** The last refusal, or the start; the calls since. */
  let since = clock()
  let calls = 0
  let calledAt = since
  let tokens = burst
  let filledAt = since
  let pausedUntil = 0
  let lastTurn: Promise<unknown> = Promise.resolve()

  const rateAt = (now: number): number => {
    const grown = isLearned
      ? startRate * (1 + ((now - since) / doubledAfterMs) ** 2)
      : startRate + unknownLimit.growth * calls
    return Math.min(grown, limit?.rate ?? Infinity)
  }

  /** Milliseconds until there is a token. */
  const untilToken = (): number => {
    const now = clock()
    const rate = rateAt(now)
    // what has come in a pause is known only once the rate is
    const most = isLearned || refusals === 0 ? burst : 1
    tokens = Math.min(most, tokens + ((now - filledAt) * rate) / 1000)
    filledAt = now
    // a part of a token that rounding has lost is not waited for
    const forToken = tokens > 0.999 ? 0 : ((1 - tokens) * 1000) / rate
    return Math.max(forToken, pausedUntil - now)
  }

  const receiveToken = async (signal: AbortSignal | undefined): Promise<void> => {
    for (let ms = untilToken(); ms > 0; ms = untilToken()) await sleep(ms, signal)
    const now = clock()
    const idle = now - Math.max(calledAt, pausedUntil)
    if (idle > idleMs + 2_000 / rateAt(now)) isMeasuring = false
    calledAt = now
    tokens -= 1
    calls += 1
  }

  return {
    take: async (signal) => {
      const before = lastTurn
      const own = Promise.withResolvers<undefined>()
      lastTurn = Promise.all([before, own.promise])
      try {
        await untilAborted(before, signal)
        await receiveToken(signal)
        return refusals
      } finally {
        own.resolve(undefined)
      }
    },
    refused: (turn, retryAfterMs = 0) => {
      if (turn !== refusals) return
      const now = clock()
      const rate = rateAt(now)
      // rounded up with the refused call: too high a rate is found out soon, too low a one late
      const accepted = (calls * 1000) / Math.max(1, now - since)
      const measured = Math.max(slowest, accepted, rate * largestDrop)
      startRate = isMeasuring ? Math.min(rate, measured) : rate
      isLearned ||= isMeasuring
      isMeasuring = true
      refusals += 1
      since = now
      calls = 0
      tokens = 0
      filledAt = now
      pausedUntil = now + Math.min(longestPauseMs, Math.max(leastPauseMs, retryAfterMs))
    },
  }
}
