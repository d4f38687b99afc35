/** How many attempts are under way, by webhook. */
export type Slots = {
  /** How many more may be begun for it now. */
  readonly room: (webhookId: string) => number
  readonly take: (webhookId: string) => void
  /** @param failed what is known of the receiver since; undefined where nothing was learnt */
  readonly free: (webhookId: string, failed: boolean | undefined) => void
  /** Whether its last attempt failed. */
  readonly isFailing: (webhookId: string) => boolean
}

const mostEach = 4
const mostAltogether = 128
/** Receivers that hang hold what they are given for the whole limit: half is never theirs. */
const mostFailing = mostAltogether / 2

/**
 * A receiver that fails is asked one thing at a time, and all of those together have but half of the
 * room, so that they do not hold up the others.
 */
export const createSlots = (): Slots => {
  const taken = new Map<string, number>()
  const failing = new Set<string>()
  const takenOf = (webhookId: string): number => taken.get(webhookId) ?? 0
  const sum = (counts: Iterable<number>): number => {
    let total = 0
    for (const count of counts) total += count
    return total
  }
  return {
    isFailing: (webhookId) => failing.has(webhookId),
    room: (webhookId) => {
      const left = mostAltogether - sum(taken.values())
      if (!failing.has(webhookId)) return Math.min(left, mostEach - takenOf(webhookId))
      const leftToFailing = mostFailing - sum([...failing].map(takenOf))
      return Math.min(left, leftToFailing, 1 - takenOf(webhookId))
    },
    take: (webhookId) => void taken.set(webhookId, takenOf(webhookId) + 1),
    free: (webhookId, failed) => {
      const left = takenOf(webhookId) - 1
      if (left > 0) taken.set(webhookId, left)
      else taken.delete(webhookId)
      if (failed === true) failing.add(webhookId)
      if (failed === false) failing.delete(webhookId)
    },
  }
}
