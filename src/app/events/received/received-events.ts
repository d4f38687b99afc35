import { z } from 'zod'
import { documentText, longText, shortText } from '#values/bounds/bounded.ts'
import type { Database } from '#platform/db/database.ts'
import { addEvents, type Origin } from './add-events.ts'
import { createPractice } from '../../practice/practice.ts'
import { type EventFilter, idRange, matchOf } from './event-query.ts'
import { receivedColumns, type ReceivedEvent, receivedRow } from './event-schema.ts'
import type { ReadEvent } from './read-event.ts'

export type EventPage = EventFilter & {
  /** Id of the last event seen; absent for the newest. */
  readonly before?: number
  readonly limit: number
}

export type ReceivedCount = {
  /** New events, in the given order. */
  readonly added: readonly ReceivedEvent[]
  /** The number of events that were already stored. */
  readonly known: number
}

/** The events of minting services: append-only, each stored once. */
export type ReceivedEvents = {
  /** The events are on disk when it returns. @throws what SQLite throws, with nothing added */
  readonly receive: (events: readonly ReadEvent[], origin: Origin) => ReceivedCount
  /** Newest first. */
  readonly page: (query: EventPage) => readonly ReceivedEvent[]
  /** In the order of arrival, those after `arrival`. */
  readonly arrivedAfter: (
    arrival: number,
    query: EventFilter & { readonly limit: number },
  ) => readonly ReceivedEvent[]
  /** The last event of each sale, if it matches; newest first. */
  readonly sales: (query: EventPage) => readonly ReceivedEvent[]
  /** All events of one sale, oldest first. */
  readonly timeline: (accountId: string, saleId: string) => readonly ReceivedEvent[]
  /** The number of the last arrival; 0 before any. */
  readonly lastArrival: () => number
  /** The number of arrivals since {@link ReceivedEvents.markRead}; practice never counts. */
  readonly unread: () => number
  /** Marks everything up to this arrival as read. */
  readonly markRead: (arrival: number) => void
  /** By its local id. */
  readonly get: (id: number) => ReceivedEvent | undefined
  /** The values to filter by. */
  readonly choices: () => EventChoices
}

/** The values that occur, each once, in alphabetical order. */
export type EventChoices = {
  readonly kinds: readonly string[]
  readonly networks: readonly string[]
  readonly collections: readonly { readonly accountId: string; readonly collectionId: string }[]
}

type Row = Omit<ReceivedEvent, 'unread'>

export const createReceivedEvents = (deps: {
  readonly db: Database
  readonly now?: () => Date
}): ReceivedEvents => {
  const { db, now = () => new Date() } = deps
  const practice = createPractice(db)
  const isPractice = ({ accountId, collectionId }: Row): boolean =>
    collectionId !== null && practice.has({ accountId, collectionId })
  const marked = (rows: readonly Row[]): readonly ReceivedEvent[] => {
    const read = readUpTo(db)
    return rows.map((row) => ({ ...row, unread: row.arrival > read && !isPractice(row) }))
  }
  return {
    receive: (events, origin) => {
      const added = marked(db.transact(() => addEvents(db, events, origin, now())))
      return { added, known: events.length - added.length }
    },
    page: (query) => marked(find(db, query)),
    arrivedAfter: (arrival, query) => marked(findArrived(db, arrival, query)),
    sales: (query) => marked(find(db, query, isLastOfItsSale)),
    timeline: (accountId, saleId) =>
      marked(
        db.all(
          receivedRow,
          `SELECT ${receivedColumns} FROM received_events
           WHERE account_id = :accountId AND sale_id = :saleId ORDER BY id`,
          { accountId, saleId },
        ),
      ),
    lastArrival: () => lastArrival(db),
    unread: () => {
      const read = readUpTo(db)
      return lastArrival(db) - read - practiceAfter(db, read)
    },
    markRead: (arrival) => {
      const value = String(Math.min(arrival, lastArrival(db)))
      db.run(
        `INSERT INTO received_marks (name, value) VALUES ('read', :value)
         ON CONFLICT (name) DO UPDATE SET value = max(CAST(value AS INTEGER), CAST(:value AS INTEGER))`,
        { value },
      )
    },
    get: (id) =>
      marked(
        db.all(receivedRow, `SELECT ${receivedColumns} FROM received_events WHERE id = :id`, {
          id,
        }),
      )[0],
    choices: () => choicesOf(db),
  }
}

const valueRow = z.object({ name: longText, account_id: shortText, value: documentText })

const choicesOf = (db: Database): EventChoices => {
  const rows = db.all(valueRow, 'SELECT name, account_id, value FROM received_values')
  const valuesOf = (name: string): readonly string[] => [
    ...new Set(rows.filter((row) => row.name === name).map(({ value }) => value)),
  ]
  return {
    kinds: valuesOf('kind'),
    networks: valuesOf('network'),
    collections: rows
      .filter(({ name }) => name === 'collection')
      .map(({ account_id, value }) => ({ accountId: account_id, collectionId: value })),
  }
}

const isLastOfItsSale = `AND sale_id IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM received_events AS later
  WHERE later.account_id = received_events.account_id
    AND later.sale_id = received_events.sale_id AND later.id > received_events.id)`

const find = (db: Database, query: EventPage, condition = ''): readonly Row[] => {
  const match = matchOf(query)
  if (match === undefined) return []
  const [low, end] = idRange(query)
  const bounds = { low, high: Math.min(end, query.before ?? end), limit: query.limit }
  if (match === null) {
    return db.all(
      receivedRow,
      `SELECT ${receivedColumns} FROM received_events
       WHERE id >= :low AND id < :high ${condition} ORDER BY id DESC LIMIT :limit`,
      bounds,
    )
  }
  return db.all(
    receivedRow,
    `SELECT ${receivedColumns} FROM received_words
     CROSS JOIN received_events ON id = received_words.rowid
     WHERE received_words MATCH :match
       AND received_words.rowid >= :low AND received_words.rowid < :high ${condition}
     ORDER BY received_words.rowid DESC LIMIT :limit`,
    { ...bounds, match },
  )
}

/** Reads the few new rows first and then looks each up in the index, because callers poll. */
const findArrived = (
  db: Database,
  arrival: number,
  query: EventFilter & { readonly limit: number },
): readonly Row[] => {
  const match = matchOf(query)
  if (match === undefined) return []
  const [low, high] = idRange(query)
  const fits =
    match === null
      ? ''
      : 'AND EXISTS (SELECT 1 FROM received_words WHERE rowid = id AND received_words MATCH :match)'
  return db.all(
    receivedRow,
    `SELECT ${receivedColumns} FROM received_events
     WHERE arrival > :arrival AND id >= :low AND id < :high ${fits}
     ORDER BY arrival LIMIT :limit`,
    { arrival, low, high, limit: query.limit, ...(match === null ? {} : { match }) },
  )
}

const numberRow = z.object({ value: z.coerce.number().pipe(z.int()) })

const lastArrival = (db: Database): number =>
  db.get(numberRow, 'SELECT coalesce(max(arrival), 0) AS value FROM received_events')?.value ?? 0

const readUpTo = (db: Database): number =>
  db.get(numberRow, "SELECT value FROM received_marks WHERE name = 'read'")?.value ?? 0

const practiceAfter = (db: Database, arrival: number): number =>
  db.get(
    numberRow,
    `SELECT count(*) AS value FROM received_events
     JOIN practice_collections USING (account_id, collection_id) WHERE arrival > :arrival`,
    { arrival },
  )?.value ?? 0
