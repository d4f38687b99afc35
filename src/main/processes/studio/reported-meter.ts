import type { DayUsage, GatewayMeter } from '#core/gateway/gateway-usage.ts'

const reportMs = 1_000

/** Counts the calls of this process and reports them together, once a second. */
export const reportedMeter = (report: (used: DayUsage) => void): GatewayMeter => {
  let waiting: DayUsage | undefined
  const add = (used: DayUsage): void => {
    if (waiting === undefined) setTimeout(flush, reportMs).unref()
    waiting = {
      calls: (waiting?.calls ?? 0) + used.calls,
      isUsedUp: waiting?.isUsedUp === true || used.isUsedUp,
    }
  }
  const flush = (): void => {
    if (waiting !== undefined) report(waiting)
    waiting = undefined
  }
  return {
    count: () => add({ calls: 1, isUsedUp: false }),
    noteUsedUp: () => add({ calls: 0, isUsedUp: true }),
  }
}
