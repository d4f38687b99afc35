import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Database } from '#platform/db/database.ts'
import { practiceSchema } from '#app/practice/practice.ts'
import { receivedSchema } from '#app/events/received/event-schema.ts'
import { createEventFeed } from '#app/events/events.ts'
import type { EventBatch } from '#contract/events/event-feed.ts'
import { createReceivedEvents } from '#app/events/received/received-events.ts'
import { type EventPusher, pushEvents } from '#studio/events/push-events.ts'
import { openEmitter } from '../deliveries/delivery-harness.ts'
import { openStudio } from '../open-studio.ts'

/** A studio's database, the app's own, and a push between them that can be ended and begun again. */
const open = async () => {
  const studio = await openStudio()
  const { database, emit } = openEmitter(studio.databasePath, () => new Date())
  const app = new Database(':memory:', [receivedSchema, practiceSchema])
  onTestFinished(async () => {
    app.close()
    await studio.close()
  })
  const events = createReceivedEvents({ db: app })
  const feed = createEventFeed(app, events, 'local')
  const batches: EventBatch[] = []
  const failed: unknown[] = []
  const state = { failsBefore: false, losesAnswer: false }
  const start = (lastEventId = feed.lastEventId()): EventPusher => {
    const pusher = pushEvents({
      database,
      network: 'devnet',
      appId: 'local',
      failed: (error) => failed.push(error),
      feed: {
        lastEventId: () => lastEventId,
        receive: async (batch) => {
          batches.push(batch)
          if (state.failsBefore) throw new Error('the disk is full')
          await feed.receive(batch)
          if (state.losesAnswer) throw new Error('the answer was lost')
        },
      },
    })
    onTestFinished(() => pusher.close())
    return pusher
  }
  const arrived = (): readonly string[] =>
    events.arrivedAfter(0, { limit: 1_000 }).map(({ saleId }) => saleId ?? '')
  return { emit, start, feed, events, batches, failed, state, arrived }
}

describe('the push of events to the app', () => {
  it('begins with an empty batch, and sends what is written later when it is woken or polls', async () => {
    const { emit, start, batches, arrived } = await open()
    const pusher = start()
    await expect.poll(() => batches).toEqual([{ events: [], isLast: true }])
    emit('woken')
    pusher.wake()
    await expect.poll(arrived).toEqual(['woken'])
    emit('polled')
    await expect.poll(arrived).toEqual(['woken', 'polled'])
    expect(batches.map(({ events }) => events.length)).toEqual([0, 1, 1])
  })

  it('catches up with what was written while nobody listened, in order and in batches', async () => {
    const { emit, start, batches, arrived, feed, events } = await open()
    const sales = Array.from({ length: 120 }, (_, at) => `sale-${at}`)
    for (const sale of sales) emit(sale)
    start()
    await expect.poll(arrived).toEqual(sales)
    expect(batches.map(({ events: sent, isLast }) => [sent.length, isLast])).toEqual([
      [50, false],
      [50, false],
      [20, true],
    ])
    expect(feed.lastEventId()).toBe(events.arrivedAfter(119, { limit: 1 })[0]?.eventId)
  })

  it('goes on after the last event that is stored, and sends none twice', async () => {
    const { emit, start, batches, arrived } = await open()
    emit('before')
    const first = start()
    await expect.poll(arrived).toEqual(['before'])
    await first.close()
    emit('closed')
    // That a closed feed sends nothing can only be given time.
    await sleep(700)
    expect(arrived()).toEqual(['before'])
    start()
    await expect.poll(arrived).toEqual(['before', 'closed'])
    expect(batches.flatMap(({ events }) => events)).toHaveLength(2)
  })

  it('repeats a batch whose answer was lost, and each event is stored once', async () => {
    const { emit, start, batches, arrived, state, failed } = await open()
    emit('one')
    state.losesAnswer = true
    start()
    await expect.poll(() => batches.length).toBeGreaterThan(1)
    expect(failed).toHaveLength(1)
    state.losesAnswer = false
    emit('two')
    await expect.poll(arrived).toEqual(['one', 'two'])
  })

  it('loses nothing that the app could not store', async () => {
    const { emit, start, batches, arrived, state } = await open()
    state.failsBefore = true
    emit('one')
    start()
    await expect.poll(() => batches.length).toBeGreaterThan(1)
    expect(arrived()).toEqual([])
    state.failsBefore = false
    await expect.poll(arrived).toEqual(['one'])
  })

  it('starts from the beginning where the studio does not know the last event', async () => {
    const { emit, start, arrived } = await open()
    emit('one')
    emit('two')
    start('an-event-of-another-database')
    await expect.poll(arrived).toEqual(['one', 'two'])
  })
})
