export type RateLimit = {
  /** Takes one token if there is one. */
  readonly receive: () => boolean
  /** Returns a token: the request should not have been counted. */
  readonly release: () => void
}

/** A burst of this size, and this many a second after that. */
export const createRateLimit = (options: {
  readonly burst: number
  readonly perSecond: number
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
}): RateLimit => {
  const { burst, perSecond, now = () => performance.now() } = options
  let [left, last] = [burst, now()]
  return {
    receive: () => {
      const at = now()
      left = Math.min(burst, left + ((at - last) / 1000) * perSecond)
      last = at
      if (left < 1) return false
      left -= 1
      return true
    },
    release: () => {
      left = Math.min(burst, left + 1)
    },
  }
}
