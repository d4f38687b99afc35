import { z } from 'zod'
import { isoTime, listOf, longText, recordOf, shortText } from '../bounded.ts'
import { networks } from '../networks.ts'
import { saleResolutions } from '../wire/sale.ts'

/** Which events are asked for; what is absent or null is not filtered by. Times are ISO 8601. */
const filter = z.object({
  /** Any of them. */
  kinds: listOf(shortText).nullable(),
  accountId: shortText.nullable(),
  collectionId: shortText.nullable(),
  saleId: shortText.nullable(),
  network: shortText.nullable(),
  /** First and last moment, both included. */
  from: isoTime.nullable(),
  to: isoTime.nullable(),
  /** Words, or the beginnings of words, that all stand in the event. */
  search: longText.max(1_000),
})
export type EventsFilter = z.output<typeof filter>

/** An event as a line of the list. */
const row = z.object({
  id: z.int(),
  arrival: z.int(),
  at: shortText,
  receivedAt: shortText,
  accountId: shortText,
  via: z.enum(['webhook', 'file', 'list', 'studio']),
  /** Any text: services may know more kinds than the interface lists. Empty where none is told. */
  kind: shortText,
  collectionId: shortText.nullable(),
  saleId: shortText.nullable(),
  network: shortText.nullable(),
  unread: z.boolean(),
  /** Names of the first few tokens, and how many there are. */
  names: listOf(longText),
  tokens: z.int(),
  /** CIDv0 of the first token's image, for `/thumb/<cid>`. */
  cid: shortText.nullable(),
  /** What the first of its errors is called in plain words; null for an event without one. */
  error: longText.nullable(),
})
export type EventRow = z.output<typeof row>

/** Where a transaction can be looked at; of a testnet that nobody names there are several. */
const page = z.object({ network: z.enum(networks), url: shortText })

const error = z.object({
  /** As the service calls it. */
  name: longText,
  title: longText,
  cause: longText,
  next: shortText,
  /** What is usually done about it. */
  resolution: z.enum(saleResolutions).optional(),
})

const facts = row.extend({
  eventId: shortText,
  errors: listOf(error),
  all: listOf(z.object({ name: longText, cid: shortText.nullable(), txId: shortText.nullable() })),
  transactions: listOf(z.object({ txId: shortText, pages: listOf(page) })),
  /** JSON, exactly as it came. */
  raw: longText,
})
export type EventFacts = z.output<typeof facts>

const pageQuery = z.object({
  filter,
  /** Id of the last event seen; null for the newest. */
  before: z.int().nullable(),
  limit: z.int().min(1).max(500),
})

const intake = z.object({ added: z.int(), known: z.int(), bad: z.int() })
export type EventsIntake = z.output<typeof intake>

export const eventCalls = {
  /** Newest first. `bySale`: of each sale its last event, where that one fits. */
  'events.page': {
    input: pageQuery.extend({ bySale: z.boolean() }),
    output: z.object({ events: listOf(row), hasMore: z.boolean() }),
  },
  /** How many fit and arrived after `arrival`, at most 1,000. */
  'events.newer': {
    input: z.object({ filter, arrival: z.int() }),
    output: z.object({ count: z.int() }),
  },
  /** What there is to filter by. `total`: of all events. */
  'events.choices': {
    input: z.null(),
    output: z.object({
      kinds: listOf(shortText),
      networks: listOf(shortText),
      collections: listOf(z.object({ accountId: shortText, collectionId: shortText })),
      total: z.int(),
    }),
  },
  /** Names of collections by id, as far as their services tell them; asked for once. */
  'events.names': { input: z.null(), output: recordOf(longText) },
  'events.show': { input: z.object({ id: z.int() }), output: facts },
  /** All events of a sale, oldest first. */
  'events.timeline': {
    input: z.object({ accountId: shortText, saleId: shortText }),
    output: listOf(row),
  },
  /** How many nobody has seen, and the number of the last arrival. */
  'events.unread': {
    input: z.null(),
    output: z.object({ unread: z.int(), arrival: z.int() }),
  },
  'events.markRead': {
    input: z.object({ arrival: z.int() }),
    output: z.object({ unread: z.int(), arrival: z.int() }),
  },
  /** Saves those that fit where the user says; null when they changed their mind. */
  'events.export': {
    input: z.object({ filter, as: z.enum(['csv', 'ndjson']) }),
    output: z.object({ path: shortText, events: z.int() }).nullable(),
  },
  /** Takes in a file that the user picked: a JSON array, or one event a line. */
  'events.import': {
    input: z.object({ accountId: shortText, path: shortText }),
    output: intake.extend({
      /** The first of what could not be read, by line or place, from 1. */
      errors: listOf(z.object({ number: z.int(), error: longText })),
    }),
  },
  /** Takes in what the account's service has listed since the last time. */
  'events.catchUp': { input: z.object({ accountId: shortText }), output: intake },
} as const

/** Something arrived, or was marked as read. */
export const eventsChanged = z.object({ unread: z.int(), arrival: z.int() })

/** The user asked for an event from outside of the window. */
export const eventsOpened = z.object({ id: z.int() })

/** Sales failed, and the system shows no notifications. */
export const eventsFailed = z.object({ id: z.int(), message: longText })
