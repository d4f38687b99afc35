import type { Database } from '#platform/db/database.ts'
import type { EventFeed } from '#contract/events/event-feed.ts'
import { messageOf } from '#values/errors/errors.ts'
import { eventView, type EventOrigin } from './body.ts'
import { eventsAfter, seqOfEvent } from './store.ts'

type Deps = EventOrigin & {
  readonly database: Database
  readonly feed: EventFeed
  /** Receives what no request answers. */
  readonly failed: (error: unknown) => void
}

export type EventPusher = {
  /** An event is written, or will be when the transaction that calls this ends. */
  readonly wake: () => void
  /** Waits for the batch that is under way. */
  readonly close: () => Promise<void>
}

const perBatch = 50
/** How often to look for events that another process on this database wrote. */
const pollMs = 500

/**
 * Pushes every event to the feed in the order of `seq`, which is the order in which transactions
 * ended: none is skipped. Starts with what was written since the feed's last event. The first batch
 * goes even if it is empty, so that the feed knows that there was nothing to catch up with.
 */
export const pushEvents = ({ database, feed, failed, ...origin }: Deps): EventPusher => {
  let last: number | undefined
  let running: Promise<void> | undefined
  const stop = new AbortController()
  let lastError: string | undefined

  const pushNew = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const after = last ?? seqOfEvent(database, feed.lastEventId())
      const rows = eventsAfter(database, after, perBatch)
      if (rows.length === 0 && last !== undefined) return
      const events = rows.map((row) => JSON.stringify(eventView(origin, row)))
      await feed.receive({ events, isLast: rows.length < perBatch })
      last = rows.at(-1)?.seq ?? after
    }
  }
  const push = async (): Promise<void> => {
    try {
      await pushNew()
      lastError = undefined
    } catch (error) {
      // Every poll tries again; an error that stays the same is reported once.
      if (messageOf(error) !== lastError) failed(error)
      lastError = messageOf(error)
    }
  }
  const start = (): void => {
    if (stop.signal.aborted || running !== undefined) return
    running = push().finally(() => {
      running = undefined
    })
  }
  const timer = setInterval(start, pollMs)
  start()
  return {
    // Never at once: the caller may still be in its transaction.
    wake: () => void setImmediate(start),
    close: async () => {
      stop.abort()
      clearInterval(timer)
      await running
    },
  }
}
