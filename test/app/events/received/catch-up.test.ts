import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { createMintingClient } from '#app/api/client.ts'
import { catchUpEvents } from '#app/events/received/catch-up.ts'
import { Secret } from '#platform/secret/secret.ts'
import { startLoopbackServer } from '../../../support/loopback-server.ts'
import { readEvent } from '#app/events/received/read-event.ts'
import { eventJson, openEvents } from '../event-of.ts'

const pageSize = 3

const timeOf = (event: unknown) => z.object({ create_date: z.int() }).parse(event).create_date
const byTime = (a: unknown, b: unknown) => timeOf(b) - timeOf(a)

/** A service with a list of events, newest first; `failAt` is the call that it answers 500. */
const service = async (status = 200, oldestFirst = false) => {
  const list: unknown[] = []
  let calls = 0
  const errors = { failAt: 0 }
  const server = await startLoopbackServer((request, _message, response) => {
    calls += 1
    const code = calls === errors.failAt ? 409 : status
    if (oldestFirst) list.sort(byTime)
    const from = Number(request.query.get('cursor') ?? list.length)
    const data = list.slice(Math.max(0, from - pageSize), from).toReversed()
    const cursor = from > pageSize ? String(from - pageSize) : null
    response.writeHead(code, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify(code === 200 ? { data, cursor } : { message: 'no', status_code: code }),
    )
  })
  onTestFinished(() => server.close())
  const client = createMintingClient({
    baseUrl: server.url,
    appId: 'app',
    apiKey: Secret.ofText('key'),
    retry: { attempts: 1 },
  })
  const { events, db } = openEvents()
  const catchUp = () => catchUpEvents({ db, events, client, accountId: 'shop', name: 'Shop' })
  const emit = (...ids: readonly string[]) =>
    list.push(
      ...ids.map((id, index): unknown =>
        JSON.parse(eventJson({ id, minute: list.length + index })),
      ),
    )
  const ids = () => events.page({ limit: 100 }).map(({ eventId }) => eventId)
  return { list, emit, catchUp, ids, events, errors, server, calls: () => calls }
}

describe('catching up with a service', () => {
  it('takes all that it lists, and the next time what came since', async () => {
    const { emit, catchUp, ids, server, calls } = await service()
    emit('a', 'b', 'c', 'd', 'e', 'f', 'g')
    expect(await catchUp()).toEqual({ added: 7, known: 0, bad: [] })
    expect(ids()).toEqual(['g', 'f', 'e', 'd', 'c', 'b', 'a'])
    expect(server.requests[0]?.path).toBe('/app/v1/events')
    const before = calls()
    emit('h')
    expect(await catchUp()).toEqual({ added: 1, known: 0, bad: [] })
    expect(calls() - before).toBe(1)
    expect(await catchUp()).toEqual({ added: 0, known: 0, bad: [] })
  })

  it('misses nothing after it was interrupted, and doubles nothing', async () => {
    const { emit, catchUp, ids, errors, calls } = await service()
    emit('a', 'b')
    await catchUp()
    emit('c', 'd', 'e', 'f', 'g', 'h')
    errors.failAt = calls() + 2
    await expect(catchUp()).rejects.toMatchObject({ code: 'conflict' })
    emit('i')
    expect(await catchUp()).toMatchObject({ bad: [] })
    expect(ids()).toEqual(['i', 'h', 'g', 'f', 'e', 'd', 'c', 'b', 'a'])
  })

  it('misses nothing of a service that lists the oldest first whatever it is asked for', async () => {
    const { emit, catchUp, ids } = await service(200, true)
    emit('a')
    expect(await catchUp()).toMatchObject({ added: 1 })
    emit('b')
    expect(await catchUp()).toMatchObject({ added: 1 })
    emit('c', 'd', 'e')
    expect(await catchUp()).toMatchObject({ added: 3 })
    expect(ids()).toEqual(['e', 'd', 'c', 'b', 'a'])
  })

  it('reads no more of a list than is new although the service set its clock back', async () => {
    const { list, emit, catchUp, ids, calls } = await service()
    const add = (id: string, minute: number) => list.push(JSON.parse(eventJson({ id, minute })))
    emit('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j')
    await catchUp()
    add('back', -60)
    expect(await catchUp()).toMatchObject({ added: 1 })
    const read = async () => {
      const before = calls()
      await catchUp()
      return calls() - before
    }
    // A few events behind the mark show the list's order; the whole list would be four pages.
    expect(await read()).toBe(2)
    add('later', -59)
    expect(await read()).toBe(2)
    expect(await read()).toBe(1)
    expect(ids()).toHaveLength(12)
  })

  it('misses nothing of a list from the oldest on whose first events share their time', async () => {
    const { list, catchUp, ids } = await service(200, true)
    const add = (id: string, minute: number) => list.push(JSON.parse(eventJson({ id, minute })))
    add('a', 0)
    await catchUp()
    list.unshift(JSON.parse(eventJson({ id: 'b', minute: 0 })))
    await catchUp()
    add('c', 1)
    await catchUp()
    expect(ids().toSorted()).toEqual(['a', 'b', 'c'])
  })

  it('does not take again what a delivery brought', async () => {
    const { emit, list, catchUp, events, ids } = await service()
    emit('a', 'b')
    const delivered = JSON.stringify(list[1])
    events.receive([readEvent(delivered)], { accountId: 'shop', via: 'webhook' })
    expect(await catchUp()).toEqual({ added: 1, known: 1, bad: [] })
    expect(ids()).toEqual(['b', 'a'])
  })

  it('says what in the list is no event, and takes the others', async () => {
    const { emit, list, catchUp, ids } = await service()
    emit('a')
    list.push({ no: 'id' }, 7)
    emit('b')
    expect(await catchUp()).toMatchObject({
      added: 2,
      bad: [expect.any(String), expect.any(String)],
    })
    expect(ids()).toEqual(['b', 'a'])
  })

  it.each([404, 501])('says plainly that a service has no list (%i)', async (status) => {
    const { catchUp } = await service(status)
    await expect(catchUp()).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringMatching(new RegExp(`Shop has no list of events.*${status}`, 'u')),
    })
  })
})
