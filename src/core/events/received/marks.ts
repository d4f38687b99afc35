import { z } from 'zod'
import { documentText } from '#shared/bounded.ts'
import type { Database } from '#core/db/database.ts'
import type { ReceivedEvent } from './event-schema.ts'

/** How far the events of an account were read: by the service's list, or by the studio's feed. */

const markRow = z.object({ value: documentText })

const markOf = (db: Database, name: string): string | undefined =>
  db.get(markRow, 'SELECT value FROM received_marks WHERE name = :name', { name })?.value

/** The id of the newest event up to which all are stored. */
const readName = (accountId: string): string => `list/${accountId}`
/** The number of the last arrival when everything was first read to its end. */
const backlogName = (accountId: string): string => `backlog/${accountId}`

export const readMark = (db: Database, accountId: string): string | undefined =>
  markOf(db, readName(accountId))

export const setReadMark = (db: Database, accountId: string, eventId: string): void => {
  db.upsert('received_marks', { name: readName(accountId), value: eventId }, 'name')
}

/** To be called whenever everything was read to its end; the first call of an account counts. */
export const noteBacklog = (db: Database, accountId: string): void => {
  db.run(
    `INSERT INTO received_marks (name, value)
     SELECT :name, coalesce(max(arrival), 0) FROM received_events
     WHERE true ON CONFLICT (name) DO NOTHING`,
    { name: backlogName(accountId) },
  )
}

/**
 * Whether an event happened before anybody followed the account here: it came from a file, or with
 * the first reading of what the service had.
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
