import type { Network } from './network.ts'
import { lockSlotOf, type NativeScript } from './scripts.ts'
import { currentSlot, slotAt, timeOf } from './slots.ts'

/** When a policy locks: nothing can be minted from `slot` on. */
export type Lock = {
  /** A string when a JavaScript number cannot hold it exactly. */
  readonly slot: number | string
  /** ISO 8601 UTC; null when the slot lies beyond what a date can hold. */
  readonly time: string | null
}

/** The policy's lock on `network`, whose slots say when it is; null when it never locks. */
export const lockOf = (script: NativeScript, network: Network): Lock | null => {
  const slot = lockSlotOf(script)
  if (slot === undefined) return null
  const exact = Number(slot)
  return { slot: Number.isSafeInteger(exact) ? exact : String(slot), time: timeText(network, slot) }
}

const timeText = (network: Network, slot: bigint): string | null => {
  const latest = slotAt(network, new Date(8.64e15))
  return slot > latest ? null : timeOf(network, slot).toISOString()
}

/** Whether the chain has reached the lock slot. */
export const isLocked = (script: NativeScript, network: Network, now: Date): boolean => {
  const slot = lockSlotOf(script)
  return slot !== undefined && currentSlot(network, now) >= slot
}

/**
 * The first of `candidates` on whose chain the script's lock slot falls on the stated lock time: a
 * slot means another time on each. Undefined when there is no lock, or none agrees.
 */
export const networkOfLock = (
  script: NativeScript,
  lockTime: string | null | undefined,
  candidates: readonly Network[],
): Network | undefined => {
  const slot = lockSlotOf(script)
  if (slot === undefined || lockTime === null || lockTime === undefined) return undefined
  const stated = Date.parse(lockTime)
  return candidates.find((network) => {
    const time = timeText(network, slot)
    // One slot of tolerance: services round the time to a slot in either direction.
    return time !== null && Math.abs(Date.parse(time) - stated) <= 1000
  })
}
