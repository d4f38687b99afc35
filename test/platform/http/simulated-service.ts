import type { CallLimit, TokenBucket } from '#platform/http/token-bucket.ts'

type Timer = { readonly at: number; readonly ring: () => void }

/** Time that passes only when everybody waits. */
export const simulatedTime = () => {
  let now = 0
  const timers: Timer[] = []
  return {
    clock: () => now,
    sleep: (ms: number): Promise<void> =>
      new Promise((ring) => {
        const at = now + ms
        const before = timers.findLastIndex((timer) => timer.at <= at)
        timers.splice(before + 1, 0, { at, ring })
      }),
    /** Goes on to the next moment at which something happens. */
    next: (): void => {
      const timer = timers.shift()
      if (timer === undefined) throw new Error('nobody waits')
      now = timer.at
      timer.ring()
    },
  }
}
export type SimulatedTime = ReturnType<typeof simulatedTime>

/** Lets time pass until the work has ended. */
export const passTime = async (time: SimulatedTime, work: Promise<unknown>): Promise<void> => {
  let hasEnded = false
  const ended = work.finally(() => (hasEnded = true))
  for (;;) {
    // all that follows from the last moment comes before the next one
    await new Promise(setImmediate)
    if (hasEnded) break
    time.next()
  }
  await ended
}

/** A service with a token bucket of its own, and a way to it that takes time. */
export const createService = (
  time: SimulatedTime,
  { latencyMs, ...first }: CallLimit & { readonly latencyMs: number },
) => {
  let limit: CallLimit = first
  let tokens = limit.burst
  let filledAt = time.clock()
  let accepted = 0
  let refused = 0
  let sent = 0

  /** Not every call takes equally long: a tenth more or less, in a fixed order. */
  const travel = (): Promise<void> => {
    sent += 1
    return time.sleep((latencyMs / 2) * (0.9 + ((sent * 7) % 11) / 50))
  }

  /** Answers for how long a refused call is to wait, in milliseconds. */
  const call = async (): Promise<number | undefined> => {
    await travel()
    const now = time.clock()
    tokens = Math.min(limit.burst, tokens + ((now - filledAt) * limit.rate) / 1000)
    filledAt = now
    const isAccepted = tokens >= 1
    if (isAccepted) [tokens, accepted] = [tokens - 1, accepted + 1]
    else refused += 1
    const seconds = Math.ceil((1 - tokens) / limit.rate)
    await travel()
    return isAccepted ? undefined : seconds * 1000
  }

  return {
    accepted: () => accepted,
    refused: () => refused,
    raiseTo: (other: CallLimit): void => void (limit = other),
    /** Repeats each refused call, as a client does. */
    callAll: async (
      bucket: TokenBucket,
      { calls, atOnce }: { readonly calls: number; readonly atOnce: number },
    ): Promise<void> => {
      let left = calls
      const worker = async (): Promise<void> => {
        while (left > 0) {
          left -= 1
          for (let isDone = false; !isDone;) {
            const turn = await bucket.take()
            const retryAfterMs = await call()
            isDone = retryAfterMs === undefined
            if (!isDone) bucket.refused(turn, retryAfterMs)
          }
        }
      }
      await Promise.all(Array.from({ length: atOnce }, worker))
    },
  }
}
