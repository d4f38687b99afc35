const dayMs = 86_400_000
const hourMs = 3_600_000

/** The next midnight UTC, when services count a day's calls anew. */
export const nextMidnight = (now: Date): Date =>
  new Date((Math.floor(now.getTime() / dayMs) + 1) * dayMs)

/** The calls that a service answers in a day, once it has said that they are used up. */
export type DailyQuota = {
  /** Until when nothing is asked; undefined while calls are answered. */
  readonly usedUpUntil: () => Date | undefined
  readonly noteUsedUp: () => void
}

/**
 * A service bans who goes on asking. One call an hour finds out about a larger plan, and about a clock
 * that is ahead of the service's.
 */
export const createDailyQuota = (now: () => Date): DailyQuota => {
  let usedUp: { readonly askAgainMs: number; readonly until: Date } | undefined
  return {
    usedUpUntil: () => {
      if (usedUp !== undefined && now().getTime() >= usedUp.askAgainMs) usedUp = undefined
      return usedUp?.until
    },
    noteUsedUp: () => {
      const until = nextMidnight(now())
      usedUp = { askAgainMs: Math.min(until.getTime(), now().getTime() + hourMs), until }
    },
  }
}
