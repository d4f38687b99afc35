import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EventFilter } from '#app/events/received/event-query.ts'
import { createPractice } from '#app/practice/practice.ts'
import { readEvent } from '#app/events/received/read-event.ts'
import { eventJson, minutesIn, openEvents } from '../event-of.ts'

const origin = { accountId: 'local', via: 'webhook' } as const
type Given = Parameters<typeof eventJson>[0]
const read = (...given: readonly Given[]) => given.map((one) => readEvent(eventJson(one)))

const filled = (...given: readonly Given[]) => {
  const { events, db } = openEvents()
  events.receive(read(...given), origin)
  const ids = (filter: EventFilter) =>
    events.page({ ...filter, limit: 100 }).map(({ eventId }) => eventId)
  return { events, db, ids }
}

describe('received events', () => {
  it('are kept as the text that came, with what is unknown in them', () => {
    const { events } = openEvents(() => minutesIn(5))
    const raw = `{ "id":"e1", "new_field" : [1.50, {"é":"\\u00e9"}],\n "data":{"status":"NEW_KIND","sale_id":7} }`
    const { added } = events.receive([readEvent(raw)], origin)
    expect(added).toEqual([
      {
        id: expect.any(Number),
        arrival: 1,
        at: '2026-11-21T10:05:00.000Z',
        receivedAt: '2026-11-21T10:05:00.000Z',
        accountId: 'local',
        via: 'webhook',
        eventId: 'e1',
        kind: 'NEW_KIND',
        collectionId: null,
        saleId: null,
        network: null,
        unread: true,
        raw,
      },
    ])
    expect(events.page({ limit: 10 })).toEqual(added)
  })

  it('are there once: by their idempotency key, and by their id, of one account', () => {
    const { events } = openEvents()
    const receive = (given: Given, accountId = 'local') =>
      events.receive(read(given), { accountId, via: 'webhook' }).added.length
    expect(receive({ id: 'e1' })).toBe(1)
    expect(receive({ id: 'e1' })).toBe(0)
    expect(receive({ id: 'e1', key: 'e1|webhook-2' })).toBe(0)
    expect(receive({ id: 'e1', key: null })).toBe(0)
    expect(receive({ id: 'a retry with an id of its own', key: 'e1|webhook-1' })).toBe(0)
    expect(receive({ id: 'e1' }, 'another account')).toBe(1)
    expect(events.receive(read({ id: 'e2' }, { id: 'e2' }), origin)).toMatchObject({ known: 1 })
    expect(events.lastArrival()).toBe(3)
  })

  it('go from the newest back by the time of the service, whenever they came', () => {
    const { ids } = filled(
      { id: 'second', minute: 2 },
      { id: 'third', minute: 3 },
      { id: 'first', minute: 1 },
      { id: 'third too', minute: 3 },
    )
    expect(ids({})).toEqual(['third too', 'third', 'second', 'first'])
  })

  it('page without a gap or a repetition while others come in', () => {
    const one = fc.record({ minute: fc.nat(20), status: fc.constantFrom('MINTING', 'COMPLETED') })
    fc.assert(
      fc.property(
        fc.array(one, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom<EventFilter>({}, { kinds: ['MINTING'] }, { search: 'specimen' }),
        (given, limit, filter) => {
          const { events } = filled(
            ...given.map((fields, index) => ({ id: `e${index}`, ...fields })),
          )
          const all = events.page({ ...filter, limit: 100 }).map(({ id }) => id)
          const seen: number[] = []
          for (let page = 0; page <= all.length; page += 1) {
            const before = seen.at(-1)
            const found = events.page({
              ...filter,
              limit,
              ...(before === undefined ? {} : { before }),
            })
            seen.push(...found.map(({ id }) => id))
            events.receive(read({ id: `late ${page}`, minute: 30 + page }), origin)
          }
          expect(seen).toEqual(all)
        },
      ),
      { numRuns: 25 },
    )
  })

  it('are more than 1,024 of one millisecond', () => {
    const { events } = filled(...Array.from({ length: 3000 }, (_, index) => ({ id: `e${index}` })))
    const ids = events.page({ limit: 5000 }).map(({ eventId }) => eventId)
    expect(ids).toEqual(Array.from({ length: 3000 }, (_, index) => `e${2999 - index}`))
  })

  it('keep their place where a service tells a time that cannot be', () => {
    const { events } = openEvents(() => minutesIn(9))
    for (const create_date of [-1, 1e300, 'yesterday', Number.MAX_SAFE_INTEGER]) {
      events.receive(read({ id: `at ${create_date}`, more: { create_date } }), origin)
    }
    expect(new Set(events.page({ limit: 9 }).map(({ at }) => at))).toEqual(
      new Set([minutesIn(9).toISOString()]),
    )
  })

  it('are filtered by kind, collection, sale, network, account and time, all together', () => {
    const { events, ids } = filled(
      { id: 'a', status: 'MINTING', collection: 'c1', sale: 's1', minute: 1 },
      { id: 'b', status: 'COMPLETED', collection: 'c1', sale: 's1', minute: 2 },
      { id: 'c', status: 'UNRESOLVED_OVERPAID', collection: 'c2', sale: 's2', minute: 3 },
      { id: 'd', status: 'MINTING', collection: 'c2', sale: 's3', network: 'mainnet', minute: 4 },
    )
    events.receive(read({ id: 'e', minute: 5 }), { accountId: 'shop', via: 'list' })
    expect(ids({ kinds: ['COMPLETED', 'UNRESOLVED_OVERPAID'] })).toEqual(['c', 'b'])
    expect(ids({ kinds: ['completed'] })).toEqual([])
    expect(ids({ kinds: [] })).toEqual([])
    expect(ids({ collectionId: 'c2' })).toEqual(['d', 'c'])
    expect(ids({ saleId: 's1' })).toEqual(['b', 'a'])
    expect(ids({ network: 'mainnet' })).toEqual(['d'])
    expect(ids({ accountId: 'shop' })).toEqual(['e'])
    expect(ids({ from: minutesIn(2), to: minutesIn(3) })).toEqual(['c', 'b'])
    expect(ids({ kinds: ['MINTING'], collectionId: 'c2', from: minutesIn(4) })).toEqual(['d'])
    expect(ids({ kinds: ['MINTING'], collectionId: 'c2', to: minutesIn(3) })).toEqual([])
  })

  it('are found by words and their beginnings, in whatever case and with whatever accents', () => {
    const { ids } = filled(
      { id: 'e1', status: 'UNRESOLVED_OVERPAID', more: { note: 'Zürich, Štěpán', fee: 183_000 } },
      { id: 'e2', sale: 'sale-9', more: { deep: [{ er: ['needle "quoted"'] }] } },
    )
    expect(ids({ search: 'unresolved_over' })).toEqual(['e1'])
    expect(ids({ search: 'zurich STEPAN' })).toEqual(['e1'])
    expect(ids({ search: '183000' })).toEqual(['e1'])
    expect(ids({ search: '"quoted"' })).toEqual(['e2'])
    expect(ids({ search: 'sale-9' })).toEqual(['e2'])
    expect(ids({ search: 'ab12' })).toEqual(['e2', 'e1'])
    expect(ids({ search: 'needle zurich' })).toEqual([])
    expect(ids({ search: '  ' })).toEqual(['e2', 'e1'])
    expect(ids({ search: '!!!' })).toEqual([])
    // the names of fields and of filters are no words of the event
    expect(ids({ search: 'create_date' })).toEqual([])
    expect(ids({ search: 'kind' })).toEqual([])
  })

  it('can be searched for anything at all', () => {
    const { events } = filled({ id: 'e1' })
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (search) => {
        expect(events.page({ search, limit: 1 }).length).toBeLessThanOrEqual(1)
      }),
    )
    for (const search of [
      '" OR words : "e1',
      'NEAR(e1 e1)',
      'e1*',
      '^e1',
      'facets : x',
      '-e1 AND',
    ]) {
      expect(() => events.page({ search, limit: 1 })).not.toThrow()
    }
  })

  it('of one sale are a timeline, and each sale stands by its last event', () => {
    const { events } = filled(
      { id: 'a', sale: 's1', minute: 1 },
      { id: 'b', sale: 's2', minute: 2 },
      { id: 'c', sale: 's1', minute: 3, status: 'COMPLETED' },
    )
    events.receive([readEvent('{"id":"without a sale"}')], origin)
    events.receive(read({ id: 'd', sale: 's1', minute: 9 }), { accountId: 'shop', via: 'file' })
    const sales = (filter: EventFilter) =>
      events.sales({ ...filter, limit: 10 }).map(({ eventId }) => eventId)
    expect(sales({})).toEqual(['d', 'c', 'b'])
    expect(sales({ accountId: 'local' })).toEqual(['c', 'b'])
    expect(sales({ kinds: ['MINTING'] })).toEqual(['d', 'b'])
    expect(events.timeline('local', 's1').map(({ eventId }) => eventId)).toEqual(['a', 'c'])
  })

  it('of a practice collection are never unread', () => {
    const { events, db } = filled({ id: 'own' }, { id: 'practised', collection: 'rehearsal' })
    createPractice(db).add({ accountId: 'local', collectionId: 'rehearsal', policyId: 'p' })
    expect(events.unread()).toBe(1)
    const unread = events.page({ limit: 9 }).filter((one) => one.unread)
    expect(unread.map(({ eventId }) => eventId)).toEqual(['own'])
    events.receive(read({ id: 'practised on', collection: 'rehearsal' }), origin)
    events.receive(read({ id: 'elsewhere', collection: 'rehearsal' }), {
      ...origin,
      accountId: 'another account',
    })
    expect(events.unread()).toBe(2)
    events.markRead(events.lastArrival())
    expect(events.unread()).toBe(0)
  })

  it('are unread until they were marked, those that came later still', () => {
    const { events } = filled({ id: 'a', minute: 5 }, { id: 'b', minute: 6 })
    expect(events.unread()).toBe(2)
    events.markRead(events.lastArrival())
    events.receive(read({ id: 'older, but new here', minute: 1 }), origin)
    expect(events.unread()).toBe(1)
    expect(events.page({ limit: 9 }).map(({ unread }) => unread)).toEqual([false, false, true])
    events.markRead(1)
    expect(events.unread()).toBe(1)
    events.markRead(1_000)
    expect(events.unread()).toBe(0)
  })

  it('are followed in the order of arrival', () => {
    const { events } = filled(
      { id: 'a', minute: 5 },
      { id: 'b', minute: 1 },
      { id: 'c', minute: 3, status: 'COMPLETED' },
    )
    const after = (arrival: number, filter: EventFilter = {}) =>
      events.arrivedAfter(arrival, { ...filter, limit: 2 }).map(({ eventId }) => eventId)
    expect(after(0)).toEqual(['a', 'b'])
    expect(after(2)).toEqual(['c'])
    expect(after(3)).toEqual([])
    expect(after(0, { kinds: ['COMPLETED'], search: 'specimen01' })).toEqual(['c'])
  })

  it('tell what there is to filter by, each value once', () => {
    const { events } = filled(
      { id: 'e1', status: 'MINTING', collection: 'c2' },
      { id: 'e2', status: 'COMPLETED', collection: 'c1', network: 'mainnet' },
      { id: 'e3', status: 'MINTING', collection: 'c1' },
    )
    events.receive(read({ id: 'e4', collection: 'c1' }), { ...origin, accountId: 'shop' })
    expect(events.choices()).toEqual({
      kinds: ['COMPLETED', 'MINTING'],
      networks: ['mainnet', 'testnet'],
      collections: [
        { accountId: 'local', collectionId: 'c1' },
        { accountId: 'local', collectionId: 'c2' },
        { accountId: 'shop', collectionId: 'c1' },
      ],
    })
  })

  it('are found by their own id', () => {
    const { events } = filled({ id: 'e1' }, { id: 'e2', minute: 1 })
    const [newest] = events.page({ limit: 1 })
    expect(events.get(newest?.id ?? 0)).toEqual(newest)
    expect(events.get(1)).toBeUndefined()
  })

  it('are added together or not at all', () => {
    const { events, db } = filled({ id: 'a' })
    db.script(
      `CREATE TRIGGER full BEFORE INSERT ON received_events WHEN new.event_id = 'bad'
       BEGIN SELECT raise(ABORT, 'disk full'); END`,
    )
    expect(() => events.receive(read({ id: 'b' }, { id: 'bad' }), origin)).toThrow('disk full')
    expect(events.lastArrival()).toBe(1)
    expect(events.page({ search: 'b', limit: 9 })).toEqual([])
  })
})

describe('an event that is read', () => {
  it.each([
    ['not valid JSON', ''],
    ['not valid JSON', '{"id":"1"'],
    ['not a JSON object', '[]'],
    ['not a JSON object', 'null'],
    ['it has no id', '{}'],
    ['it has no id', '{"id":7}'],
    ['id: empty', '{"id":""}'],
    ['nested deeper', `{"id":"1","a":${'['.repeat(70)}${']'.repeat(70)}}`],
    ['not valid JSON', '['.repeat(500_000)],
    ['nested deeper', `${'['.repeat(500_000)}${']'.repeat(500_000)}`],
  ])('an event is refused: %s', (error, raw) => {
    expect(() => readEvent(raw)).toThrow(error)
  })

  it('says what is wrong without repeating any of it', () => {
    expect(() => readEvent('{"id":"planted-secret')).toThrow(/^(?!.*planted)/u)
  })
})
