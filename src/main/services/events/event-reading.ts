import type { z } from 'zod'
import type { EventsFilter, eventCalls } from '#contract/events/calls.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { Events } from '#app/events/events.ts'
import type { EventFilter } from '#app/events/received/event-query.ts'
import type { App } from '#app/create-app.ts'
import { isOffline } from '#platform/offline/offline.ts'
import type { WindowHandlersOf, ServicesDeps } from '../services-deps.ts'
import { describeEvent, rowOf } from '#app/events/describe-event.ts'
import type { MintingClient } from '#app/api/client.ts'

type Reading =
  | 'events.page'
  | 'events.newer'
  | 'events.choices'
  | 'events.names'
  | 'events.show'
  | 'events.timeline'
  | 'events.unread'
  | 'events.markRead'

/** Counting stops here. */
const maxNewer = 1_000

/** Handlers that read events for the window. */
export const readingHandlers = ({
  app,
  emit,
}: {
  readonly app: Pick<App, 'events' | 'accounts' | 'gateways'>
  readonly emit: ServicesDeps['emit']
}): Pick<WindowHandlersOf<'events'>, Reading> => {
  const { events, accounts } = app
  const unread = () => ({ unread: events.unread(), arrival: events.lastArrival() })
  const names = createCollectionNames(app)
  return {
    'events.page': (query) => eventPage(app, query),
    'events.newer': ({ filter, arrival }) => ({
      count: events.arrivedAfter(arrival, { ...eventFilterOf(filter), limit: maxNewer }).length,
    }),
    'events.choices': () => {
      const { kinds, networks, collections } = events.choices()
      return {
        kinds: [...kinds],
        networks: [...networks],
        collections: [...collections],
        // arrival numbers have no gaps
        total: events.lastArrival(),
      }
    },
    'events.names': () => (isOffline() ? {} : names()),
    'events.show': async ({ id }) => {
      const found = events.get(id)
      if (found === undefined) throw new ColdpressError('not_found', 'There is no such event.')
      return describeEvent(app, found)
    },
    'events.timeline': ({ accountId, saleId }) =>
      events.timeline(accountId, saleId).map((row) => rowOf(accounts, row)),
    'events.unread': unread,
    'events.markRead': ({ arrival }) => {
      events.markRead(arrival)
      const left = unread()
      emit('events.changed', left)
      return left
    },
  }
}

export type EventPageQuery = z.output<(typeof eventCalls)['events.page']['input']>

/** One page of the list. */
export const eventPage = (
  {
    events,
    accounts,
  }: { readonly events: Pick<Events, 'page' | 'sales'>; readonly accounts: Accounts },
  { filter, before, limit, bySale }: EventPageQuery,
): z.input<(typeof eventCalls)['events.page']['output']> => {
  const query = {
    ...eventFilterOf(filter),
    ...(before === null ? {} : { before }),
    // one extra row shows whether there are more
    limit: limit + 1,
  }
  const found = bySale ? events.sales(query) : events.page(query)
  return {
    events: found.slice(0, limit).map((row) => rowOf(accounts, row)),
    hasMore: found.length > limit,
  }
}

/** Converts the window's filter to the store's: null fields become absent. */
export const eventFilterOf = (given: EventsFilter): EventFilter => {
  const { kinds, accountId, collectionId, saleId, network, from, to, search } = given
  return {
    ...(kinds === null ? {} : { kinds }),
    ...(accountId === null ? {} : { accountId }),
    ...(collectionId === null ? {} : { collectionId }),
    ...(saleId === null ? {} : { saleId }),
    ...(network === null ? {} : { network }),
    ...(from === null ? {} : { from: new Date(from) }),
    ...(to === null ? {} : { to: new Date(to) }),
    search,
  }
}

type Accounts = Pick<App['accounts'], 'find'>

const refetchAfterMs = 60_000

/**
 * Names of the collections in events, by id. A service is queried for a new id, at most once a
 * minute. If it fails, the ids stay without a name.
 */
const createCollectionNames = (
  app: { readonly accounts: Pick<App['accounts'], 'client'>; readonly events: Choices },
  now: () => number = Date.now,
): (() => Promise<Readonly<Record<string, string>>>) => {
  const names = new Map<string, string>()
  const fetchedAt = new Map<string, number>()

  const fetchNames = async (accountId: string): Promise<void> => {
    if (now() - (fetchedAt.get(accountId) ?? Number.NEGATIVE_INFINITY) < refetchAfterMs) return
    fetchedAt.set(accountId, now())
    const client: Pick<MintingClient, 'collections'> = await app.accounts.client(accountId)
    for await (const { id, name } of client.collections({ size: 100 })) names.set(id, name)
  }

  return async () => {
    const unnamed = app.events
      .choices()
      .collections.filter(({ collectionId }) => !names.has(collectionId))
    const accounts = new Set(unnamed.map(({ accountId }) => accountId))
    await Promise.allSettled([...accounts].map(fetchNames))
    return Object.fromEntries(names)
  }
}

type Choices = Pick<App['events'], 'choices'>
