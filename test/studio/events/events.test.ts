import { describe, expect } from 'vitest'
import { z } from 'zod'
import { studioEvent } from '#contract/events/event.ts'
import { errorMessage, type TestStudio } from '../open-studio.ts'
import { openEmitter } from '../deliveries/delivery-harness.ts'
import { studioTest as it } from '../studio-test.ts'

const hour = 3_600_000
const start = Date.parse('2026-11-22T00:00:00.000Z')
const message = { expected: 5_000_000, paid: 4_000_000, missing: 1_000_000 }
const error = [{ name: 'UnderpaidError', message }]

const page = z.object({ data: z.array(studioEvent), cursor: z.string().nullable() })
const list = async (studio: TestStudio, query: string) =>
  page.parse((await studio.call('GET', `/events?${query}`)).body)
const listIds = async (studio: TestStudio, query: string) =>
  (await list(studio, query)).data.map(({ id }) => id)

/** An hour between each and the next. */
let ids: readonly string[] = []
const emitThree = (studio: TestStudio): void => {
  const clock = { at: start }
  const { emit } = openEmitter(studio.databasePath, () => new Date(clock.at))
  const later = (id: string): string => {
    clock.at += hour
    return id
  }
  ids = [
    later(emit('sale-1')),
    later(emit('sale-2', { status: 'UNRESOLVED_UNDERPAID', error, collectionId: 'other' })),
    later(emit('sale-1', { status: 'COMPLETED' })),
  ]
}

describe('GET /events', () => {
  it('answers the interface’s events, each with all of its fields, newest first', async ({
    studio,
  }) => {
    emitThree(studio)
    expect(await listIds(studio, '')).toEqual(ids.toReversed())
    expect((await studio.call('GET', '/events?sale_id=sale-2')).body).toEqual({
      cursor: null,
      data: [
        {
          id: ids[1],
          data: {
            status: 'UNRESOLVED_UNDERPAID',
            tokens: [
              {
                image: 'ipfs://QmOne',
                tx_id: 'ab'.repeat(32),
                asset_name: 'One',
                name: 'One',
                price: 5_000_000,
              },
            ],
            sale_id: 'sale-2',
            account_id: 'local',
            collection_id: 'other',
            error,
          },
          type: 'nft',
          object: 'event',
          api_version: '1.0',
          create_date: start + hour,
          network: 'testnet',
        },
      ],
    })
  })

  it('is filtered by status, collection, sale and time, and by several of them', async ({
    studio,
  }) => {
    const [first, , third] = ids
    expect(await listIds(studio, 'status=COMPLETED')).toEqual([third])
    expect(await listIds(studio, 'collection_id=a-collection&order=asc')).toEqual([first, third])
    expect(await listIds(studio, 'sale_id=sale-1&status=MINTING')).toEqual([first])
    expect(await listIds(studio, 'collection_id=other&sale_id=sale-1')).toEqual([])
  })

  it('goes back to a time, in milliseconds or as a date', async ({ studio }) => {
    expect(await listIds(studio, `since=${start + hour}&order=asc`)).toEqual(ids.slice(1))
    expect(await listIds(studio, 'since=2026-11-22T01:00:00.001Z')).toEqual(ids.slice(2))
    expect(await listIds(studio, 'since=2026-11-22T03:00:00%2B02:00&order=asc')).toEqual(
      ids.slice(1),
    )
    expect(await listIds(studio, 'since=2026-11-22&order=asc')).toEqual(ids)
    expect(await listIds(studio, 'since=2026-11-23')).toEqual([])
    expect(await listIds(studio, 'since=2026-11-22T02:00:00Z&status=MINTING')).toEqual([])
  })

  it.for([
    ['since=soon', 'since: not a time; give ISO 8601 or Unix milliseconds'],
    ['since=99999999999999999', 'since: not a time'],
    ['since=2026-13-01', 'since: not a time'],
    ['status=LOST', 'status: must be one of MINTING'],
    ['size=101', 'size: above 100'],
  ])('GET /events refuses %s', async ([query, error], { studio }) => {
    expect(errorMessage(await studio.call('GET', `/events?${query}`), 400)).toContain(error)
  })

  it('is read page by page, while more come, with one set of filters', async ({ studio }) => {
    const { emit } = openEmitter(studio.databasePath, () => new Date())
    const first = await list(studio, 'size=2')
    emit('sale-9')
    const rest = await list(studio, `size=2&cursor=${first.cursor}`)
    expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(ids.toReversed())
    const other = `/events?size=2&status=MINTING&cursor=${first.cursor}`
    expect(errorMessage(await studio.call('GET', other), 400)).toContain('cursor')
  })

  it('has times that never go back, though the clock does', async ({ studio }) => {
    const clock = { at: Date.now() + hour }
    const { emit } = openEmitter(studio.databasePath, () => new Date(clock.at))
    emit('sale-8')
    clock.at -= hour
    emit('sale-8')
    clock.at += 2 * hour
    emit('sale-8')
    const { data } = await list(studio, 'sale_id=sale-8&order=asc')
    const [first = 0, second, third] = data.map(({ create_date }) => create_date)
    expect([second, third]).toEqual([first, first + hour])
  })
})
