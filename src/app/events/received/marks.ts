import { z } from 'zod'
import { documentText } from '#values/bounds/bounded.ts'
import type { Database } from '#platform/db/database.ts'
import type { ReceivedEvent } from './event-schema.ts'

/**
 * How far an account's events have been read: from the service's list, or from the studio's feed.
 */

const markRow = z.object({ value: documentText })

const markOf = (db: Database, name: string): string | undefined =>
  db.get(markRow, 'SELECT value FROM received_marks WHERE name = :name', { name })?.value

/** The id of the newest event before which all are stored. */
const readName = (accountId: string): string => `list/${accountId}`
/** The number of the last arrival when everything was first read to the end. */
const backlogName = (accountId: string): string => `backlog/${accountId}`

export const readMark = (db: Database, accountId: string): string | undefined =>
  markOf(db, readName(accountId))

export const setReadMark = (db: Database, accountId: string, eventId: string): void => {
  db.upsert('received_marks', { name: readName(accountId), value: eventId }, 'name')
}

/** Call it whenever everything was read to the end; only an account's first call counts. */
export const noteBacklog = (db: Database, accountId: string): void => {
  db.run(
    `INSERT INTO received_marks (name, value)
     SELECT :name, coalesce(max(arrival), 0) FROM received_events
     WHERE true ON CONFLICT (name) DO NOTHING`,
    { name: backlogName(accountId) },
  )
}

/**
 * Whether an event is older than the account's first complete reading: it came from a file, or with
 * that reading.
 */
export const isBacklog = (
  db: Database,
  { via, accountId, arrival }: Pick<ReceivedEvent, 'via' | 'accountId' | 'arrival'>,
): boolean => {
  if (via === 'webhook') return false
  if (via === 'file') return true
  const last = markOf(db, backlogName(accountId))
  return last === undefined || arrival <= Number(last)
}
