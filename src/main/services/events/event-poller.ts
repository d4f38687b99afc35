import { saleEventKinds } from '#shared/wire/sale.ts'
import type { ReceivedEvent } from '#core/events/received/event-schema.ts'
import type { Events } from '#core/events/events.ts'
import type { ServicesDeps } from '../services-deps.ts'

export type EventPoller = {
  /** Looks at once for what arrived. */
  readonly poll: () => void
  readonly close: () => void
}

const everyMs = 1_000
/** The window is told no more often, however many arrive. */
const restMs = 200
/** Of more than these only the number is told. */
const maxFetched = 100

const failures = saleEventKinds.filter((kind) => kind !== 'MINTING' && kind !== 'COMPLETED')

/**
 * Tells of what arrives, whoever brought it: an inbox of this process, a list, a file, or the command
 * line beside it. What came is found by the number of the last arrival, which costs nothing to ask.
 * `onFailures`: those of sales that failed, the newest first, unless they are old news.
 */
export const createEventPoller = (deps: {
  readonly events: Pick<Events, 'lastArrival' | 'unread' | 'arrivedAfter' | 'isBacklog'>
  readonly emit: ServicesDeps['emit']
  readonly onFailures: (events: readonly ReceivedEvent[]) => void
}): EventPoller => {
  const { events, emit, onFailures } = deps
  let lastReported = events.lastArrival()
  let rest: NodeJS.Timeout | undefined
  const report = (): void => {
    const arrival = events.lastArrival()
    if (arrival === lastReported) return
    const before = lastReported
    lastReported = arrival
    emit('events.changed', { arrival, unread: events.unread() })
    const failed = events
      .arrivedAfter(before, { kinds: failures, limit: maxFetched })
      .filter((event) => !events.isBacklog(event))
    if (failed.length > 0) onFailures(failed.toReversed())
  }
  /** A database that is busy, or closed already at the end of the app, is asked again or never. */
  const reportIfPossible = (): void => {
    try {
      report()
    } catch {
      return
    }
  }
  const poll = (): void => {
    if (rest !== undefined) return
    rest = setTimeout(() => {
      rest = undefined
      reportIfPossible()
    }, restMs)
    rest.unref()
    reportIfPossible()
  }
  const timer = setInterval(reportIfPossible, everyMs)
  timer.unref()
  return {
    poll,
    close: () => {
      clearInterval(timer)
      clearTimeout(rest)
    },
  }
}
