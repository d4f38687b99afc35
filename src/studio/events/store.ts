import { z } from 'zod'
import { documentText, longText, shortText } from '#values/bounds/bounded.ts'
import type { Database, Schema } from '#platform/db/database.ts'
import type { StudioEvent } from '#contract/events/event.ts'
import { type PageStart, rowsOfPage } from '../server/paging.ts'

/** The columns of an event; `tokens` and `error` are JSON. */
export const eventToSend = z.object({
  id: shortText,
  status: shortText,
  sale_id: shortText,
  collection_id: shortText,
  tokens: documentText,
  error: longText.nullable(),
  created_at: shortText,
})
export type EventToSend = z.output<typeof eventToSend>

const eventRow = eventToSend.extend({ seq: z.int() })
export type StoredEventRow = z.output<typeof eventRow>

export const insertEvent = (database: Database, event: EventToSend): void => {
  database.insert('events', event)
}

const timeRow = eventToSend.pick({ created_at: true })

/** Undefined while there is no event. */
export const lastEventTime = (database: Database): string | undefined =>
  database.get(timeRow, 'SELECT created_at FROM events ORDER BY seq DESC LIMIT 1')?.created_at

/** In the order in which they were written. */
export const eventsAfter = (database: Database, seq: number, limit: number): StoredEventRow[] =>
  database.all(eventRow, 'SELECT * FROM events WHERE seq > :seq ORDER BY seq LIMIT :limit', {
    seq,
    limit,
  })

const seqOnly = eventRow.pick({ seq: true })

/** 0, which is before the first, for an event that this database does not have. */
export const seqOfEvent = (database: Database, id: string | undefined): number =>
  id === undefined
    ? 0
    : (database.get(seqOnly, 'SELECT seq FROM events WHERE id = :id', { id })?.seq ?? 0)

/** @throws Error when there is none, though what is asked for points at it */
export const eventOf = (database: Database, id: string): StoredEventRow => {
  const row = database.get(eventRow, 'SELECT * FROM events WHERE id = :id', { id })
  if (row === undefined) throw new Error(`there is no event ${id}`)
  return row
}

export type StoredEventFilter = {
  readonly status?: StudioEvent['data']['status'] | undefined
  readonly collection_id?: string | undefined
  readonly sale_id?: string | undefined
  /** Unix milliseconds: events of that time and later. */
  readonly since?: number | undefined
}

const seqRow = z.object({ seq: z.int().nullable() })

/** The first row that is old enough; rows before it can only be older, or of a clock set back. */
const firstSince = (database: Database, since: string): number =>
  database.get(seqRow, 'SELECT min(seq) AS seq FROM events WHERE created_at >= :since', { since })
    ?.seq ?? Number.MAX_SAFE_INTEGER

export const listEvents = (
  database: Database,
  filter: StoredEventFilter,
  start: PageStart,
): StoredEventRow[] => {
  const since = filter.since === undefined ? '' : new Date(filter.since).toISOString()
  const fits = filters.filter((name) => filter[name] !== undefined)
  const conditions = fits.map((name) => `AND ${name} = :${name}`).join(' ')
  const select = `SELECT * FROM events WHERE seq >= :first AND created_at >= :since ${conditions}`
  const wanted = Object.fromEntries(fits.map((name) => [name, filter[name] ?? '']))
  const first = since === '' ? 0 : firstSince(database, since)
  return rowsOfPage(database, eventRow, { select, ...wanted, since, first }, start)
}

const filters = ['status', 'collection_id', 'sale_id'] as const

/** The events of the studio's sales, in the order in which they happened. */
export const eventsSchema: Schema = {
  name: 'studio_events',
  steps: [
    `CREATE TABLE events (
       seq INTEGER PRIMARY KEY AUTOINCREMENT,
       id TEXT NOT NULL UNIQUE,
       status TEXT NOT NULL,
       sale_id TEXT NOT NULL,
       collection_id TEXT NOT NULL,
       tokens TEXT NOT NULL,
       error TEXT,
       created_at TEXT NOT NULL
     ) STRICT;
     CREATE INDEX events_by_status ON events (status, seq);
     CREATE INDEX events_by_sale ON events (sale_id, seq);
     CREATE INDEX events_by_collection ON events (collection_id, seq);
     CREATE INDEX events_by_time ON events (created_at, seq);`,
  ],
}
