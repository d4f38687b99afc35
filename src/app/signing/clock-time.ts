import { clockSlot } from '#cardano/slots.ts'
import type { Network } from '#cardano/network.ts'
import type { Expectations } from '#cardano/transactions/warnings/expectations.ts'
import { clockIssueIn } from '#platform/disk/home.ts'

/** Chain time by this computer's clock. */
export type ClockTime = Pick<Expectations, 'nowSlot' | 'isClockWrong'>

/**
 * The current slot by this machine's clock, since an offline signer cannot ask the network.
 * Undefined if the clock is plainly wrong: validity is not evaluated then, and a warning says so.
 */
export const clockTime = (network: Network | null, home: string, now = new Date()): ClockTime => {
  if (clockIssueIn(home, now) !== undefined) return { isClockWrong: true }
  const nowSlot = network === null ? undefined : clockSlot(network, now)
  return nowSlot === undefined ? {} : { nowSlot }
}
