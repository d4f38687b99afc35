import type { Database } from '#core/db/database.ts'
import { noteBacklog, readMark, setReadMark } from './marks.ts'
import { readEvent } from './read-event.ts'
import type { ReceivedEvents } from './received-events.ts'

/** Events of the Local studio in the order in which it wrote them, each as JSON. */
export type EventBatch = {
  readonly events: readonly string[]
  /** False while more is written that the next batch brings. */
  readonly isLast: boolean
}

/**
 * Where the Local studio pushes its events. Whoever pushes begins after `lastEventId` and repeats a
 * batch until `receive` resolves, so every event arrives at least once; it is stored once.
 */
export type EventFeed = {
  /** Everything up to this event is stored; undefined before the first. */
  readonly lastEventId: () => string | undefined
  /** When it resolves, the events are on disk. @throws ColdpressError `invalid` with none stored */
  readonly receive: (batch: EventBatch) => Promise<void>
}

/** @param accountId the account that the studio's events belong to */
export const createEventFeed = (
  db: Database,
  events: Pick<ReceivedEvents, 'receive'>,
  accountId: string,
): EventFeed => ({
  lastEventId: () => readMark(db, accountId),
  receive: async (batch) => {
    const read = batch.events.map(readEvent)
    events.receive(read, { accountId, via: 'studio' })
    const last = read.at(-1)
    if (last !== undefined) setReadMark(db, accountId, last.event.id)
    if (batch.isLast) noteBacklog(db, accountId)
  },
})
