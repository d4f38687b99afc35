import { createRateLimit, type RateLimit } from '#core/http/rate-limit.ts'

/** A rate limit for each address. */
export type VisitorLimit = {
  /** Whether the address may send another request now. */
  readonly receive: (address: string) => boolean
}

/** Addresses that are remembered; about 200 bytes each. */
const mostAddresses = 20_000

/** An address that was forgotten starts with a whole burst again, as it would after a pause. */
export const createVisitorLimit = (options: {
  readonly burst: number
  readonly perSecond: number
  readonly now?: () => number
}): VisitorLimit => {
  const limits = new Map<string, RateLimit>()
  return {
    receive: (address) => {
      const limit = limits.get(address) ?? createRateLimit(options)
      // the map is in the order of use
      limits.delete(address)
      limits.set(address, limit)
      const [oldest] = limits.keys()
      if (limits.size > mostAddresses && oldest !== undefined) limits.delete(oldest)
      return limit.receive()
    },
  }
}
