import {
  type CallBudget,
  type DayUsage,
  type GatewayMeter,
  sumOf,
} from '#core/gateway/gateway-usage.ts'

const reportMs = 1_000
/** The user may change the budget, and other processes count too. */
const refreshMs = 5_000

const nothing: DayUsage = { calls: 0, isUsedUp: false }

/**
 * Counts the calls of this process and reports them together, once a second.
 * @param report answers the calls of today by all processes; a report that is lost is no loss
 */
export const reportedMeter = (
  report: (used: DayUsage) => Promise<CallBudget | undefined>,
): GatewayMeter => {
  let waiting = nothing
  let timer: NodeJS.Timeout | undefined
  let known: { readonly budget: CallBudget | undefined; readonly at: Date } | undefined
  const reported = async (used: DayUsage): Promise<void> => {
    try {
      known = { budget: await report(used), at: new Date() }
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
  flushIn(0)
  return {
    count: () => add({ calls: 1, isUsedUp: false }),
    noteUsedUp: () => add({ calls: 0, isUsedUp: true }),
    budget: () => {
      const now = new Date()
      if (known === undefined || now.getTime() - known.at.getTime() > refreshMs) flushIn(0)
      if (known?.budget === undefined) return undefined
      // A new day counts from nothing.
      const before = dayOf(known.at) === dayOf(now) ? known.budget.calls : 0
      return { ...known.budget, calls: before + waiting.calls }
    },
  }
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10)
