import {
  type DayUsage,
  type GatewayMeter,
  type ReportedUsage,
  type SharedUsage,
  sumOf,
} from '#core/gateway/gateway-usage.ts'

const reportMs = 1_000
/** The user may change the budget, and other processes count and are banned too. */
const refreshMs = 5_000

const nothing: DayUsage = { calls: 0, isUsedUp: false }

/**
 * Counts the calls of this process and reports them together, once a second.
 * @param start what is known before the first report
 * @param report answers what all processes know; a report that is lost is no loss
 */
export const reportedMeter = (
  start: Pick<SharedUsage, 'bannedUntil'>,
  report: (used: ReportedUsage) => Promise<SharedUsage>,
): GatewayMeter => {
  let waiting = nothing
  let timer: NodeJS.Timeout | undefined
  let known: { readonly shared: SharedUsage; readonly at: Date } | undefined
  const reported = async (used: ReportedUsage): Promise<void> => {
    try {
      known = { shared: await report(used), at: new Date() }
    } catch {
      return
    }
  }
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    const used = waiting
    waiting = nothing
    void reported(used)
  }
  const flushIn = (ms: number): void => {
    timer ??= setTimeout(flush, ms).unref()
  }
  const add = (used: DayUsage): void => {
    waiting = sumOf(waiting, used)
    flushIn(reportMs)
  }
  const refreshed = () => {
    if (known === undefined || Date.now() - known.at.getTime() > refreshMs) flushIn(0)
    return known
  }
  flushIn(0)
  return {
    count: () => add({ calls: 1, isUsedUp: false }),
    noteBanned: (until) => void reported({ ...nothing, bannedUntil: until.toISOString() }),
    noteUsedUp: () => add({ calls: 0, isUsedUp: true }),
    bannedUntil: () => {
      const { bannedUntil } = refreshed()?.shared ?? start
      return bannedUntil === undefined ? undefined : new Date(bannedUntil)
    },
    budget: () => {
      const { shared: { budget } = {}, at } = refreshed() ?? {}
      if (budget === undefined || at === undefined) return undefined
      // A new day counts from nothing.
      const before = dayOf(at) === dayOf(new Date()) ? budget.calls : 0
      return { ...budget, calls: before + waiting.calls }
    },
  }
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10)
