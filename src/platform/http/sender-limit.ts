import { keepNewest } from '#values/work/keep-newest.ts'
import { createRateLimit, type RateLimit } from './rate-limit.ts'

/** A rate limit for each address. */
export type SenderLimit = {
  /** Whether the address may send another request now. */
  readonly receive: (address: string) => boolean
  /** Returns what a request has taken, which should not have been counted. */
  readonly release: (address: string) => void
}

/** Addresses that are remembered; about 200 bytes each. */
const mostAddresses = 20_000

/** An address that was forgotten starts with a whole burst again, as it would after a pause. */
export const createSenderLimit = (options: {
  readonly burst: number
  readonly perSecond: number
  readonly now?: () => number
}): SenderLimit => {
  const limits = new Map<string, RateLimit>()
  return {
    receive: (address) => {
      const limit = limits.get(address) ?? createRateLimit(options)
      keepNewest(limits, address, limit, mostAddresses)
      return limit.receive()
    },
    release: (address) => limits.get(address)?.release(),
  }
}
