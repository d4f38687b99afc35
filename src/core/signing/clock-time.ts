import { clockSlot } from '../cardano/slots.ts'
import type { Network } from '../cardano/network.ts'
import type { Expectations } from '../cardano/transactions/warnings/expectations.ts'
import { clockIssueIn } from '../disk/home.ts'

/** The chain's time as far as this computer's clock tells it. */
export type ClockTime = Pick<Expectations, 'nowSlot' | 'isClockWrong'>

/**
 * The slot of now by this machine's clock, since whoever signs may have no network to ask. No slot for
 * a clock that cannot be right: validity is not evaluated then, and a warning says so.
 */
export const clockTime = (network: Network | null, home: string, now = new Date()): ClockTime => {
  if (clockIssueIn(home, now) !== undefined) return { isClockWrong: true }
  const nowSlot = network === null ? undefined : clockSlot(network, now)
  return nowSlot === undefined ? {} : { nowSlot }
}
