import { z } from 'zod'
import { networks } from '../networks.ts'
import { saleResolutions } from '../wire/sale.ts'

/** Which events are asked for; what is absent or null is not filtered by. Times are ISO 8601. */
const filter = z.object({
  /** Any of them. */
  kinds: z.array(z.string()).nullable(),
  accountId: z.string().nullable(),
  collectionId: z.string().nullable(),
  saleId: z.string().nullable(),
  network: z.string().nullable(),
  /** First and last moment, both included. */
  from: z.iso.datetime().nullable(),
  to: z.iso.datetime().nullable(),
  /** Words, or the beginnings of words, that all stand in the event. */
  search: z.string().max(1_000),
})
export type EventsFilter = z.output<typeof filter>

/** An event as a line of the list. */
const row = z.object({
  id: z.int(),
  arrival: z.int(),
  at: z.string(),
  receivedAt: z.string(),
  accountId: z.string(),
  via: z.enum(['webhook', 'file', 'list']),
  /** Any text: services may know more kinds than the interface lists. Empty where none is told. */
  kind: z.string(),
  collectionId: z.string().nullable(),
  saleId: z.string().nullable(),
  network: z.string().nullable(),
  unread: z.boolean(),
  /** Names of the first few tokens, and how many there are. */
  names: z.array(z.string()),
  tokens: z.int(),
  /** CIDv0 of the first token's image, for `/thumb/<cid>`. */
  cid: z.string().nullable(),
  /** What the first of its errors is called in plain words; null for an event without one. */
  problem: z.string().nullable(),
})
export type EventRow = z.output<typeof row>

/** Where a transaction can be looked at; of a testnet that nobody names there are several. */
const page = z.object({ network: z.enum(networks), url: z.string() })

const problem = z.object({
  /** As the service calls it. */
  name: z.string(),
  title: z.string(),
  cause: z.string(),
  next: z.string(),
  /** What is usually done about it. */
  resolution: z.enum(saleResolutions).optional(),
})

const facts = row.extend({
  eventId: z.string(),
  problems: z.array(problem),
  all: z.array(
    z.object({ name: z.string(), cid: z.string().nullable(), txId: z.string().nullable() }),
  ),
  transactions: z.array(z.object({ txId: z.string(), pages: z.array(page) })),
  /** JSON, exactly as it came. */
  raw: z.string(),
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
    output: z.object({ events: z.array(row), hasMore: z.boolean() }),
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
      kinds: z.array(z.string()),
      networks: z.array(z.string()),
      collections: z.array(z.object({ accountId: z.string(), collectionId: z.string() })),
      total: z.int(),
    }),
  },
  /** Names of collections by id, as far as their services tell them; asked for once. */
  'events.names': { input: z.null(), output: z.record(z.string(), z.string()) },
  'events.show': { input: z.object({ id: z.int() }), output: facts },
  /** All events of a sale, oldest first. */
  'events.timeline': {
    input: z.object({ accountId: z.string(), saleId: z.string() }),
    output: z.array(row),
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
    output: z.object({ path: z.string(), events: z.int() }).nullable(),
  },
  /** Takes in a file that the user picked: a JSON array, or one event a line. */
  'events.import': {
    input: z.object({ accountId: z.string(), path: z.string() }),
    output: intake.extend({
      /** The first of what could not be read, by line or place, from 1. */
      faults: z.array(z.object({ number: z.int(), fault: z.string() })),
    }),
  },
  /** Takes in what the account's service has listed since the last time. */
  'events.catchUp': { input: z.object({ accountId: z.string() }), output: intake },
} as const

/** Something arrived, or was marked as read. */
export const eventsChanged = z.object({ unread: z.int(), arrival: z.int() })

/** The user asked for an event from outside of the window. */
export const eventsOpened = z.object({ id: z.int() })

/** Sales failed, and the system shows no notifications. */
export const eventsFailed = z.object({ id: z.int(), message: z.string() })
