import { describe, expect, it } from 'vitest'
import { createEventFeed } from '#app/events/events.ts'
import { isBacklog } from '#app/events/received/marks.ts'
import { eventJson, openEvents } from '../event-of.ts'

const open = () => {
  const { db, events } = openEvents()
  return { db, events, feed: createEventFeed(db, events, 'local') }
}

describe('the feed of the Local studio', () => {
  it('stores each event once, whichever way it came before', async () => {
    const { events, feed } = open()
    events.receive([], { accountId: 'local', via: 'list' })
    await feed.receive({ events: [eventJson({ id: 'a' })], isLast: true })
    await feed.receive({ events: [eventJson({ id: 'a' }), eventJson({ id: 'b' })], isLast: true })
    expect(events.arrivedAfter(0, { limit: 10 }).map(({ eventId, via }) => [eventId, via])).toEqual(
      [
        ['a', 'studio'],
        ['b', 'studio'],
      ],
    )
    expect(feed.lastEventId()).toBe('b')
  })

  it('tells events of before the first reading from those that came later', async () => {
    const { db, events, feed } = open()
    await feed.receive({ events: [eventJson({ id: 'a' })], isLast: false })
    await feed.receive({ events: [eventJson({ id: 'b' })], isLast: true })
    await feed.receive({ events: [eventJson({ id: 'c' })], isLast: true })
    expect(events.arrivedAfter(0, { limit: 10 }).map((event) => isBacklog(db, event))).toEqual([
      true,
      true,
      false,
    ])
  })

  it('refuses a batch with something that is no event, whole, and stays where it was', async () => {
    const { events, feed } = open()
    const batch = { events: [eventJson({ id: 'a' }), '{"id":'], isLast: true }
    await expect(feed.receive(batch)).rejects.toMatchObject({ code: 'invalid' })
    expect(events.lastArrival()).toBe(0)
    expect(feed.lastEventId()).toBeUndefined()
  })
})
