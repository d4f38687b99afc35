import { firstPaidEvent, saleFailureKinds } from '#contract/sales/sale-status.ts'
import { createThrottle } from '#app/jobs/throttle.ts'
import type { ReceivedEvent } from '#app/events/received/event-schema.ts'
import type { Events } from '#app/events/events.ts'
import type { ServicesDeps } from '../services-deps.ts'

export type EventPoller = {
  /** Checks for new events at once. */
  readonly poll: () => void
  readonly close: () => void
}

const everyMs = 1_000
/** Minimum interval between notifications of the window. */
const restMs = 200
/** Beyond this, only the number is reported. */
const maxFetched = 100

/**
 * Reports new events from any source: an inbox of this process, a list, a file, or the command
 * line. They are found by the last arrival number, which is cheap to read. `onSales`: new events of
 * sales that were paid for or failed, newest first.
 */
export const createEventPoller = (deps: {
  readonly events: Pick<Events, 'lastArrival' | 'unread' | 'arrivedAfter' | 'isBacklog'>
  readonly emit: ServicesDeps['emit']
  readonly onSales: (events: readonly ReceivedEvent[]) => void
}): EventPoller => {
  const { events, emit, onSales } = deps
  let lastReported = events.lastArrival()
  const report = (): void => {
    const arrival = events.lastArrival()
    if (arrival === lastReported) return
    const before = lastReported
    lastReported = arrival
    emit('events.changed', { arrival, unread: events.unread() })
    const arrived = events
      .arrivedAfter(before, { kinds: [firstPaidEvent, ...saleFailureKinds], limit: maxFetched })
      .filter((event) => !events.isBacklog(event))
    if (arrived.length > 0) onSales(arrived.toReversed())
  }
  /** The database may be busy (tried again) or closed at the app's end. */
  const reportIfPossible = (): void => {
    try {
      report()
    } catch {
      return
    }
  }
  const rest = createThrottle(restMs, reportIfPossible)
  const timer = setInterval(reportIfPossible, everyMs)
  timer.unref()
  return {
    poll: rest.pass,
    close: () => {
      clearInterval(timer)
      rest.cancel()
    },
  }
}
