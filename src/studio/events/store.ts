import { z } from 'zod'
import { columns, type Database } from '../../core/db/database.ts'
import { type StudioEvent, studioEvent } from '../../shared/wire/event.ts'
import { type PageStart, rowsToRead } from '../paging.ts'

const { tokens, error, status } = studioEvent.shape.data.shape

const eventRow = z.object({
  seq: z.int(),
  id: z.string(),
  status,
  sale_id: z.string(),
  collection_id: z.string(),
  tokens: columns.json(tokens),
  error: columns.json(error.unwrap()).nullable(),
  created_at: z.string(),
})
export type EventRow = z.output<typeof eventRow>

export const insertEvent = (database: Database, event: Omit<EventRow, 'seq'>): void => {
  database.run(
    `INSERT INTO events (id, status, sale_id, collection_id, tokens, error, created_at)
     VALUES (:id, :status, :sale_id, :collection_id, :tokens, :error, :created_at)`,
    {
      ...event,
      tokens: JSON.stringify(event.tokens),
      error: event.error === null ? null : JSON.stringify(event.error),
    },
  )
}

export type EventFilter = {
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
  filter: EventFilter,
  start: PageStart,
): EventRow[] => {
  const since = filter.since === undefined ? '' : new Date(filter.since).toISOString()
  const [compare, first] = start.order === 'asc' ? ['>', 0] : ['<', Number.MAX_SAFE_INTEGER]
  const fits = filters.filter((name) => filter[name] !== undefined)
  const asked = Object.fromEntries(fits.map((name) => [name, filter[name] ?? '']))
  return database.all(
    eventRow,
    `SELECT * FROM events WHERE seq ${compare} :after AND seq >= :first AND created_at >= :since
       ${fits.map((name) => `AND ${name} = :${name}`).join(' ')}
     ORDER BY seq ${start.order} LIMIT :rows`,
    {
      ...asked,
      since,
      first: since === '' ? 0 : firstSince(database, since),
      after: start.after ?? first,
      rows: rowsToRead(start),
    },
  )
}

const filters = ['status', 'collection_id', 'sale_id'] as const
