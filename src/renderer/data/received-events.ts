import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { CallOutput } from '#contract/window/calls.ts'
import type { EventRow, EventsFilter } from '#contract/events/calls.ts'
import { call } from '../bridge.ts'
import { asCallError, callQuery } from './call-query.ts'
import { queryClient } from './query-client.ts'

/** All events that match the filter, or only each sale's last event if it matches. */
export type EventsQuery = { readonly filter: EventsFilter; readonly bySale: boolean }

type LoadedEvents = {
  /** Newest first, without gaps as far as they are loaded. */
  readonly rows: readonly EventRow[]
  readonly hasMore: boolean
  /** The selection that these rows belong to; they may be from before it was changed. */
  readonly areSales: boolean
  /** The last arrival included in the rows. */
  readonly loadedAt: number
  readonly choices: CallOutput<'events.choices'>
}

const pageSize = 200

const eventsQuery = (query: EventsQuery) =>
  queryOptions({
    queryKey: ['events.page', 'loaded', query],
    queryFn: (): Promise<LoadedEvents> => asCallError(fetchNewest(query)),
  })

const fetchNewest = async ({ filter, bySale }: EventsQuery): Promise<LoadedEvents> => {
  // Fetched first: an event that arrives between the two calls is newer than both.
  const choices = await queryClient.fetchQuery(callQuery('events.choices', null))
  const page = await call('events.page', { filter, before: null, limit: pageSize, bySale })
  const { events: rows, hasMore } = page
  return { rows, hasMore, areSales: bySale, loadedAt: choices.total, choices }
}

/** While a new filter loads, the rows of the previous one are shown. */
export const useReceivedEvents = (query: EventsQuery) =>
  useQuery({ ...eventsQuery(query), placeholderData: keepPreviousData })

let isLoadingOlder = false

/** Loads the events before the last row, unless there are none or a fetch is in progress. */
export const loadOlderEvents = async (query: EventsQuery): Promise<void> => {
  const { queryKey } = eventsQuery(query)
  const known = queryClient.getQueryData(queryKey)
  const last = known?.rows.at(-1)
  if (last === undefined || known?.hasMore !== true || isLoadingOlder) return
  isLoadingOlder = true
  try {
    const page = await call('events.page', { ...query, before: last.id, limit: pageSize })
    queryClient.setQueryData(queryKey, (now) =>
      // Rows that were fetched again meanwhile end elsewhere.
      now?.rows.at(-1)?.id === last.id
        ? { ...now, rows: [...now.rows, ...page.events], hasMore: page.hasMore }
        : now,
    )
  } finally {
    isLoadingOlder = false
  }
}
