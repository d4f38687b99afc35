/** How many attempts are under way, by webhook. */
export type Slots = {
  /** How many more may be started for it now. */
  readonly room: (webhookId: string) => number
  readonly acquire: (webhookId: string) => void
  /** @param failed what is known of the receiver since; undefined where nothing was learnt */
  readonly free: (webhookId: string, failed: boolean | undefined) => void
  /** Who goes before whom: 0 if its last attempt succeeded, 1 if none was made, 2 if it failed. */
  readonly rank: (webhookId: string) => number
}

const maxEach = 4
const maxTotal = 128
/** Receivers that hang hold what they are given for the whole limit: half is never theirs. */
const maxUnproven = maxTotal / 2

/**
 * A receiver is asked one thing at a time until an attempt succeeds, and again when one fails, and
 * all of those together have but half of the room, so that they do not hold up the others: not at a
 * start either, when nobody is known.
 */
export const createSlots = (): Slots => {
  const taken = new Map<string, number>()
  /** By webhook, whether its last attempt failed. */
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
