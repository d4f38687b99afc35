import { join } from 'node:path'
import { Database } from '#platform/db/database.ts'
import type { EventFilter } from '#app/events/received/event-query.ts'
import { practiceSchema } from '#app/practice/practice.ts'
import { receivedSchema } from '#app/events/received/event-schema.ts'
import { readEvent } from '#app/events/received/read-event.ts'
import { createReceivedEvents, type ReceivedEvents } from '#app/events/received/received-events.ts'
import { eventPage } from '#main/services/events/event-reading.ts'
import { eventCalls } from '#contract/events/calls.ts'
import { newFolder } from './bench-home.ts'
import type { Measure } from './main.ts'
import { median } from './median.ts'

const count = 100_000
const batch = 500
const goalMs = 100
const minute = 60_000
const started = Date.parse('2026-01-01T00:00:00Z')
const failures = ['RESERVED_FAILED', 'UNRESOLVED_OVERPAID', 'UNRESOLVED_UNDERPAID']

const hex = (number: number, digits: number): string =>
  Math.imul(number + 1, 2_654_435_761)
    .toString(16)
    .replace('-', '')
    .repeat(8)
    .slice(0, digits)

/** Two events of a sale: MINTING, then COMPLETED, of each hundredth sale a failure. */
const eventOf = (index: number): string => {
  const sale = index >> 1
  const failed = sale % 100 === 0
  const done = failed ? (failures[(sale / 100) % 3] ?? '') : 'COMPLETED'
  return JSON.stringify({
    id: `01k${String(index).padStart(23, '0')}`,
    type: 'nft',
    object: 'event',
    webhook_id: '01kwebhook0000000000000000',
    api_version: '1.0',
    create_date: started + index * minute,
    idempotency_key: `01k${String(index).padStart(23, '0')}|01kwebhook0000000000000000`,
    network: 'testnet',
    data: {
      status: index % 2 === 0 ? 'MINTING' : done,
      tokens: [
        {
          image: `ipfs://Qm${hex(sale, 44)}`,
          tx_id: hex(sale, 64),
          asset_name: `Specimen${String(sale).padStart(5, '0')}`,
        },
      ],
      sale_id: `01ksale${String(sale).padStart(19, '0')}`,
      account_id: '01kaccount0000000000000000',
      collection_id: `01kcollection${sale % 20}`,
    },
  })
}

const fill = (events: ReceivedEvents): number => {
  const raws = Array.from({ length: count }, (_, index) => eventOf(index))
  const startedAt = performance.now()
  for (let index = 0; index < count; index += batch) {
    events.receive(raws.slice(index, index + batch).map(readEvent), {
      accountId: 'local',
      via: 'webhook',
    })
  }
  return performance.now() - startedAt
}

const queries: Readonly<Record<string, EventFilter>> = {
  'no filter': {},
  'a word of every event': { search: 'nft' },
  'the beginning of a word of every event': { search: '01k0' },
  'a long beginning of a word of every event': { search: '01k0000000000' },
  'one transaction': { search: hex(31_337, 64) },
  'one asset by its name': { search: 'specimen04242' },
  'two words, one rare': { search: 'ipfs overpaid' },
  'a word that is in none': { search: 'nowhere' },
  'failures of one collection': { kinds: failures, collectionId: '01kcollection0' },
  'completed in one collection, one word': {
    kinds: ['COMPLETED'],
    collectionId: '01kcollection7',
    search: 'ipfs',
  },
  'a kind that one collection does not have': {
    kinds: failures,
    collectionId: '01kcollection1',
  },
  'a kind within ten minutes, long ago': {
    kinds: ['MINTING'],
    from: new Date(started + 5_000 * minute),
    to: new Date(started + 5_010 * minute),
  },
  'one sale': { saleId: '01ksale0000000000000031337' },
}

const slowestOf = (
  ask: (filter: EventFilter) => readonly unknown[],
): { readonly name: string; readonly ms: number } => {
  const times = Object.entries(queries).map(([name, filter]) => {
    const ms = median(
      Array.from({ length: 7 }, () => {
        const startedAt = performance.now()
        ask(filter)
        return performance.now() - startedAt
      }),
    )
    return { name, ms }
  })
  return times.toSorted((a, b) => b.ms - a.ms)[0] ?? { name: 'none', ms: Number.NaN }
}

const measureOf = (what: string, slowest: { readonly name: string; readonly ms: number }) => ({
  what: `${what}, the slowest of ${Object.keys(queries).length} queries: ${slowest.name}`,
  value: `${slowest.ms.toFixed(1)} ms`,
  goal: `< ${goalMs} ms`,
  met: slowest.ms < goalMs,
})

/** The whole way behind the bridge: input parsed, rows made of the events, output parsed. */
const askAsWindow =
  (events: ReceivedEvents) =>
  ({ kinds, from, to, ...filter }: EventFilter): readonly unknown[] => {
    const { input, output } = eventCalls['events.page']
    const query = input.parse({
      filter: {
        kinds: kinds ?? null,
        accountId: filter.accountId ?? null,
        collectionId: filter.collectionId ?? null,
        saleId: filter.saleId ?? null,
        network: filter.network ?? null,
        from: from?.toISOString() ?? null,
        to: to?.toISOString() ?? null,
        search: filter.search ?? '',
      },
      before: null,
      limit: 200,
      bySale: false,
    })
    return output.parse(eventPage({ events, accounts: { find: () => undefined } }, query)).events
  }

export const benchEvents = (): Promise<readonly Measure[]> => {
  const folder = newFolder('events')
  const db = new Database(join(folder, 'app.db'), [receivedSchema, practiceSchema])
  const events = createReceivedEvents({ db })
  const ms = fill(events)
  const size = count.toLocaleString('en')
  const middle = events.page({ limit: 1, to: new Date(started + (count / 2) * minute) })[0]?.id ?? 0
  const measures = [
    {
      what: `inserting ${size} events, ${batch} in a synced transaction`,
      value: `${Math.round(count / (ms / 1000)).toLocaleString('en')}/s`,
      goal: 'none',
      met: true,
    },
    measureOf(
      `the newest 100 of ${size} events`,
      slowestOf((filter) => events.page({ ...filter, limit: 100 })),
    ),
    measureOf(
      'a page from the middle',
      slowestOf((filter) => events.page({ ...filter, limit: 100, before: middle })),
    ),
    measureOf(
      'the newest 100 sales',
      slowestOf((filter) => events.sales({ ...filter, limit: 100 })),
    ),
    measureOf('the newest 200 as the window asks for them', slowestOf(askAsWindow(events))),
  ]
  db.close()
  return Promise.resolve(measures)
}
