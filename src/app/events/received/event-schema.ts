import { z } from 'zod'
import { longText, shortText } from '#values/bounds/bounded.ts'
import type { Schema } from '#platform/db/database.ts'

/**
 * Events of minting services. Rows are only ever added.
 *
 * `id` orders by time: the event's millisecond × 1024, and the next free number from there, so that
 * every query, that of the full-text index too, goes by rowid from the newest back without sorting.
 * `arrival` counts from 1 without gaps, in the order in which rows were added.
 *
 * `received_words` finds rows by their texts, and by their facets: one word each for the kind, the
 * collection and so on, which intersects with the texts inside the index.
 *
 * `received_values`: what there is to filter by, each value once.
 */
export const receivedSchema: Schema = {
  name: 'received-events',
  steps: [
    `CREATE TABLE received_events (
      id INTEGER PRIMARY KEY,
      arrival INTEGER NOT NULL UNIQUE,
      at INTEGER NOT NULL,
      received_at INTEGER NOT NULL,
      account_id TEXT NOT NULL,
      via TEXT NOT NULL,
      event_id TEXT NOT NULL,
      idempotency_key TEXT,
      kind TEXT NOT NULL,
      collection_id TEXT,
      sale_id TEXT,
      network TEXT,
      raw TEXT NOT NULL,
      UNIQUE (account_id, event_id),
      UNIQUE (account_id, idempotency_key)
    ) STRICT;
    CREATE INDEX received_events_of_sale ON received_events (account_id, sale_id, id)
      WHERE sale_id IS NOT NULL;
    CREATE VIRTUAL TABLE received_words USING fts5 (
      facets, words, content = '', columnsize = 0, prefix = '2 4 6',
      tokenize = 'unicode61 remove_diacritics 2'
    );
    CREATE TABLE received_marks (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT;
    CREATE TABLE received_values (
      name TEXT NOT NULL,
      account_id TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (name, account_id, value)
    ) STRICT, WITHOUT ROWID`,
  ],
}

/**
 * How an event came: delivered to an inbox, read from a file or from the service's own list, or
 * pushed by the Local studio of this app.
 */
export const waysIn = ['webhook', 'file', 'list', 'studio'] as const

/** Ids of one millisecond. */
export const idsPerMs = 1024
/** Later than this an id would not be a whole number in JavaScript: the year 2248. */
export const latestMs = Math.floor(Number.MAX_SAFE_INTEGER / idsPerMs) - 1

/** A stored event; times are ISO 8601 UTC. */
export type ReceivedEvent = {
  readonly id: number
  readonly arrival: number
  /** When the service created it, or when it arrived if the service does not say. */
  readonly at: string
  readonly receivedAt: string
  /** The account of the service that emitted it. */
  readonly accountId: string
  readonly via: (typeof waysIn)[number]
  readonly eventId: string
  /** `data.status`, otherwise `type`, otherwise empty. */
  readonly kind: string
  readonly collectionId: string | null
  readonly saleId: string | null
  readonly network: string | null
  readonly unread: boolean
  /** JSON, exactly as it came. */
  readonly raw: string
}

const time = z.int().transform((ms) => new Date(ms).toISOString())

export const receivedRow = z
  .object({
    id: z.int(),
    arrival: z.int(),
    at: time,
    received_at: time,
    account_id: shortText,
    via: z.enum(waysIn),
    event_id: shortText,
    kind: shortText,
    collection_id: shortText.nullable(),
    sale_id: shortText.nullable(),
    network: shortText.nullable(),
    raw: longText,
  })
  .transform((row): Omit<ReceivedEvent, 'unread'> => ({
    id: row.id,
    arrival: row.arrival,
    at: row.at,
    receivedAt: row.received_at,
    accountId: row.account_id,
    via: row.via,
    eventId: row.event_id,
    kind: row.kind,
    collectionId: row.collection_id,
    saleId: row.sale_id,
    network: row.network,
    raw: row.raw,
  }))

export const receivedColumns = `id, arrival, at, received_at, account_id, via, event_id, kind,
  collection_id, sale_id, network, raw`
