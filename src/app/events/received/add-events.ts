import { z } from 'zod'
import type { Database } from '#platform/db/database.ts'
import { facetsOf } from './event-query.ts'
import { idsPerMs, latestMs, type ReceivedEvent, type waysIn } from './event-schema.ts'
import type { ReadEvent } from './read-event.ts'

/** The account and the source of events. */
export type Origin = { readonly accountId: string; readonly via: (typeof waysIn)[number] }

/** Adds new events within the caller's transaction. */
export const addEvents = (
  db: Database,
  events: readonly ReadEvent[],
  origin: Origin,
  now: Date,
): readonly Omit<ReceivedEvent, 'unread'>[] => {
  let arrival = db.get(lastRow, 'SELECT max(arrival) AS last FROM received_events')?.last ?? 0
  const added = events.flatMap((event) => {
    const row = insert(db, event, origin, { arrival: arrival + 1, receivedAt: now.getTime() })
    if (row === undefined) return []
    arrival += 1
    return [row]
  })
  noteValues(db, origin.accountId, added)
  return added
}

/** Adds their values to the filter's choices. */
const noteValues = (
  db: Database,
  accountId: string,
  added: readonly Pick<ReceivedEvent, 'kind' | 'collectionId' | 'network'>[],
): void => {
  const note = (name: string, values: readonly (string | null)[]): void => {
    for (const value of new Set(values)) {
      if (value === null) continue
      db.run(
        'INSERT INTO received_values (name, account_id, value) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
        [name, accountId, value],
      )
    }
  }
  note(
    'kind',
    added.map(({ kind }) => kind),
  )
  note(
    'collection',
    added.map(({ collectionId }) => collectionId),
  )
  note(
    'network',
    added.map(({ network }) => network),
  )
}

const insert = (
  db: Database,
  { event, raw, words }: ReadEvent,
  { accountId, via }: Origin,
  { arrival, receivedAt }: { readonly arrival: number; readonly receivedAt: number },
): Omit<ReceivedEvent, 'unread'> | undefined => {
  const { data, create_date: reported = -1 } = event
  const at = reported >= 0 && reported <= latestMs ? reported : receivedAt
  const details = {
    accountId,
    kind: data?.status ?? event.type ?? '',
    collectionId: data?.collection_id ?? null,
    saleId: data?.sale_id ?? null,
    network: event.network ?? null,
  }
  const id = freeId(db, at)
  const row = {
    id,
    arrival,
    at,
    received_at: receivedAt,
    account_id: accountId,
    via,
    event_id: event.id,
    idempotency_key: event.idempotency_key,
    kind: details.kind,
    collection_id: details.collectionId,
    sale_id: details.saleId,
    network: details.network,
    raw,
  }
  if (!db.insert('received_events', row, 'ON CONFLICT DO NOTHING')) return undefined
  db.insert('received_words', { rowid: id, facets: facetsOf(details), words })
  const times = { at: isoOf(at), receivedAt: isoOf(receivedAt) }
  return { id, arrival, ...times, ...details, via, eventId: event.id, raw }
}

const isoOf = (ms: number): string => new Date(ms).toISOString()

const lastRow = z.object({ last: z.int().nullable() })

/** The next free id of a millisecond; if all are used, of the next millisecond with a free one. */
const freeId = (db: Database, at: number): number => {
  for (let low = at * idsPerMs; ; low += idsPerMs) {
    const last = db.get(
      lastRow,
      'SELECT max(id) AS last FROM received_events WHERE id >= :low AND id < :high',
      { low, high: low + idsPerMs },
    )?.last
    if (last === null || last === undefined) return low
    if (last + 1 < low + idsPerMs) return last + 1
  }
}
