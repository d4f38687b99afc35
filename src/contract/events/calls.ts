import { z } from 'zod'
import type { WindowCalls, WindowEvents } from '../window/call.ts'
import { isoTime, listOf, longText, recordOf, shortText } from '#values/bounds/bounded.ts'
import { networks } from '#values/networks/networks.ts'
import { saleResolutions } from '../sales/sale-status.ts'

/** Filters of the event list. An absent or null field does not filter. Times are ISO 8601. */
const filter = z.object({
  /** Any of them. */
  kinds: listOf(shortText).nullable(),
  accountId: shortText.nullable(),
  collectionId: shortText.nullable(),
  saleId: shortText.nullable(),
  network: shortText.nullable(),
  /** First and last moment, both inclusive. */
  from: isoTime.nullable(),
  to: isoTime.nullable(),
  /** Words, or beginnings of words, that the event must all contain. */
  search: longText.max(1_000),
})
export type EventsFilter = z.output<typeof filter>

/** An event as a row of the list. */
const row = z.object({
  id: z.int(),
  arrival: z.int(),
  at: shortText,
  receivedAt: shortText,
  accountId: shortText,
  via: z.enum(['webhook', 'file', 'list', 'studio']),
  /**
   * Any text, because services may send kinds that the interface does not list. Empty when the
   * event has none.
   */
  kind: shortText,
  collectionId: shortText.nullable(),
  saleId: shortText.nullable(),
  network: shortText.nullable(),
  unread: z.boolean(),
  /** Names of the first few tokens, and how many there are. */
  names: listOf(longText),
  tokens: z.int(),
  /** Lovelace for all of them; null where the event does not say it. */
  price: z.int().nullable(),
  /** CIDv0 of the first token's image, for `/thumb/<cid>`. */
  cid: shortText.nullable(),
  /** Plain name of its first error; null for an event without one. */
  error: longText.nullable(),
})
export type EventRow = z.output<typeof row>

/** The page of a transaction on a block explorer. A testnet of unknown name has several. */
const page = z.object({ network: z.enum(networks), url: shortText })

const error = z.object({
  /** The name that the service uses. */
  name: longText,
  title: longText,
  cause: longText,
  next: shortText,
  /** The usual resolution. */
  resolution: z.enum(saleResolutions).optional(),
})

const shownEvent = row.extend({
  eventId: shortText,
  errors: listOf(error),
  all: listOf(z.object({ name: longText, cid: shortText.nullable(), txId: shortText.nullable() })),
  transactions: listOf(z.object({ txId: shortText, pages: listOf(page) })),
  /** JSON, exactly as it came. */
  raw: longText,
})
export type EventView = z.output<typeof shownEvent>

const pageQuery = z.object({
  filter,
  /** Id of the last event of the page before; null for the first page. */
  before: z.int().nullable(),
  limit: z.int().min(1).max(500),
})

const intake = z.object({ added: z.int(), known: z.int(), bad: z.int() })
export type EventsIntake = z.output<typeof intake>

export const eventCalls = {
  /** Newest first. `bySale`: only the last event of each sale, if it matches. */
  'events.page': {
    reads: 'alone',
    input: pageQuery.extend({ bySale: z.boolean() }),
    output: z.object({ events: listOf(row), hasMore: z.boolean() }),
  },
  /** How many matching events arrived after `arrival`, at most 1,000. */
  'events.newer': {
    reads: true,
    input: z.object({ filter, arrival: z.int() }),
    output: z.object({ count: z.int() }),
  },
  /** The values to filter by. `total`: the number of all events. */
  'events.choices': {
    reads: 'alone',
    input: z.null(),
    output: z.object({
      kinds: listOf(shortText),
      networks: listOf(shortText),
      collections: listOf(z.object({ accountId: shortText, collectionId: shortText })),
      total: z.int(),
    }),
  },
  /** Names of collections by id, where a service gives them. Each is fetched once. */
  'events.names': { reads: 'alone', input: z.null(), output: recordOf(longText) },
  'events.show': { reads: 'alone', input: z.object({ id: z.int() }), output: shownEvent },
  /** All events of a sale, oldest first. */
  'events.timeline': {
    reads: true,
    input: z.object({ accountId: shortText, saleId: shortText }),
    output: listOf(row),
  },
  /** The number of unread events, and the number of the last arrival. */
  'events.unread': {
    reads: true,
    input: z.null(),
    output: z.object({ unread: z.int(), arrival: z.int() }),
  },
  /** The number is fetched again, because something may have arrived since the answer was made. */
  'events.markRead': {
    changes: [{ area: 'events' }],
    input: z.object({ arrival: z.int() }),
    output: z.object({ unread: z.int(), arrival: z.int() }),
  },
  /** Saves the matching events to a path that the user picks. Null when the user cancels. */
  'events.export': {
    changes: [],
    input: z.object({ filter, as: z.enum(['csv', 'ndjson']) }),
    output: z.object({ path: shortText, events: z.int() }).nullable(),
  },
  /** Imports a file that the user picked: a JSON array, or one event for each line. */
  'events.import': {
    changes: [],
    input: z.object({ accountId: shortText, path: shortText }),
    output: intake.extend({
      /** The first errors. `number`: the line or position, from 1. */
      errors: listOf(z.object({ number: z.int(), error: longText })),
    }),
  },
  /** Fetches what the account's service has listed since the last time. */
  'events.catchUp': { changes: [], input: z.object({ accountId: shortText }), output: intake },
} as const satisfies WindowCalls

export const eventEvents = {
  /** An event arrived, or events were marked as read. */
  'events.changed': {
    answers: { of: 'events.unread' },
    changes: [{ area: 'events' }, { area: 'sales' }],
    payload: z.object({ unread: z.int(), arrival: z.int() }),
  },
  /** The user opened an event from a notification outside the window. */
  'events.opened': { changes: [], payload: z.object({ id: z.int() }) },
  /** Sales failed, and the system cannot show notifications. */
  'events.noticed': {
    changes: [],
    payload: z.object({
      id: z.int(),
      isGood: z.boolean(),
      message: longText,
      /** The payment links that it is about. */
      sales: listOf(shortText),
    }),
  },
} as const satisfies WindowEvents
