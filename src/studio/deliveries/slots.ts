/** Running attempts by webhook. */
export type Slots = {
  /** How many more may start for it now. */
  readonly room: (webhookId: string) => number
  readonly acquire: (webhookId: string) => void
  /** @param failed result of the attempt; undefined where it says nothing about the receiver */
  readonly free: (webhookId: string, failed: boolean | undefined) => void
  /** Priority: 0 if the last attempt succeeded, 1 without attempts, 2 if it failed. */
  readonly rank: (webhookId: string) => number
}

const maxEach = 4
const maxTotal = 128
/** A hanging receiver holds its slot for the whole limit, so unproven ones share at most half. */
const maxUnproven = maxTotal / 2

/**
 * A receiver gets one slot until an attempt succeeds, and again after a failure. All such receivers
 * share half of the slots, so that they don't delay the others, even at the start.
 */
export const createSlots = (): Slots => {
  const taken = new Map<string, number>()
  /** By webhook: whether its last attempt failed. */
  const known = new Map<string, boolean>()
  const acquiredOf = (webhookId: string): number => taken.get(webhookId) ?? 0
  const acquiredByAll = (): number => taken.values().reduce((sum, count) => sum + count, 0)
  const acquiredByUnproven = (): number =>
    taken.entries().reduce((sum, [id, count]) => sum + (known.get(id) === false ? 0 : count), 0)
  return {
    rank: (webhookId) => {
      const failed = known.get(webhookId)
      if (failed === undefined) return 1
      return failed ? 2 : 0
    },
    room: (webhookId) => {
      const left = maxTotal - acquiredByAll()
      if (known.get(webhookId) === false) return Math.min(left, maxEach - acquiredOf(webhookId))
      return Math.min(left, maxUnproven - acquiredByUnproven(), 1 - acquiredOf(webhookId))
    },
    acquire: (webhookId) => void taken.set(webhookId, acquiredOf(webhookId) + 1),
    free: (webhookId, failed) => {
      const left = acquiredOf(webhookId) - 1
      if (left > 0) taken.set(webhookId, left)
      else taken.delete(webhookId)
      if (failed !== undefined) known.set(webhookId, failed)
    },
  }
}
