import type { Database } from '#core/db/database.ts'
import type { EventFeed } from '#shared/event-feed.ts'
import { noteBacklog, readMark, setReadMark } from './marks.ts'
import { readEvent } from './read-event.ts'
import type { ReceivedEvents } from './received-events.ts'

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
