import {
  type GatewayMeter,
  type ReportedUsage,
  type SharedUsage,
  addUsage,
} from '#chain/gateway/gateway-usage.ts'

const reportMs = 1_000
/** The user may change the budget, and other processes count and are banned too. */
const refreshMs = 5_000

const nothing: ReportedUsage = { calls: 0, isUsedUp: false }

/**
 * Counts the calls of this process and reports them together, once a second. What a lost report said
 * is in the next one: of a ban and a used-up budget the service tells one process alone.
 * @param start what is known before the first report
 * @param report answers what all processes know
 */
export const reportedMeter = (
  start: Pick<SharedUsage, 'bannedUntil'>,
  report: (used: ReportedUsage) => Promise<SharedUsage>,
): GatewayMeter => {
  let waiting = nothing
  let since = new Date()
  let timer: NodeJS.Timeout | undefined
  let known: { readonly shared: SharedUsage; readonly at: Date } | undefined
  /** A new day counts from nothing. */
  const today = (): ReportedUsage => {
    if (!isToday(since)) waiting = banOf(waiting)
    since = new Date()
    return waiting
  }
  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const used = today()
    const at = since
    waiting = nothing
    try {
      known = { shared: await report(used), at: new Date() }
    } catch {
      if (used === nothing) return
      waiting = bothOf(isToday(at) ? used : banOf(used), waiting)
      flushIn(refreshMs)
    }
  }
  const flushIn = (ms: number): void => {
    timer ??= setTimeout(() => void flush(), ms).unref()
  }
  const add = (used: ReportedUsage): void => {
    waiting = bothOf(today(), used)
    flushIn(reportMs)
  }
  const refreshed = () => {
    if (known === undefined || Date.now() - known.at.getTime() > refreshMs) flushIn(0)
    return known
  }
  flushIn(0)
  return {
    count: () => add({ calls: 1, isUsedUp: false }),
    noteBanned: (until) => {
      waiting = bothOf(today(), { ...nothing, bannedUntil: until.toISOString() })
      void flush()
    },
    noteUsedUp: () => add({ calls: 0, isUsedUp: true }),
    bannedUntil: () => {
      const { bannedUntil } = refreshed()?.shared ?? start
      return bannedUntil === undefined ? undefined : new Date(bannedUntil)
    },
    budget: () => {
      const { shared: { budget } = {}, at } = refreshed() ?? {}
      if (budget === undefined || at === undefined) return undefined
      const before = isToday(at) ? budget.calls : 0
      return { ...budget, calls: before + waiting.calls }
    },
  }
}

const isToday = (time: Date): boolean =>
  time.toISOString().slice(0, 10) === new Date().toISOString().slice(0, 10)

const banIn = ({ bannedUntil }: ReportedUsage): Pick<ReportedUsage, 'bannedUntil'> =>
  bannedUntil === undefined ? {} : { bannedUntil }

const banOf = (used: ReportedUsage): ReportedUsage => ({ ...nothing, ...banIn(used) })

/** Of two reports in a row: the later ban counts. */
const bothOf = (first: ReportedUsage, second: ReportedUsage): ReportedUsage => ({
  ...addUsage(first, second),
  ...banIn(first),
  ...banIn(second),
})
