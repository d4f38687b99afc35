import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { CallOutput } from '#shared/calls/contract.ts'
import type { EventRow, EventsFilter } from '#shared/calls/events.ts'
import { call } from '../bridge.ts'
import { asCallError, callQuery } from './call-query.ts'
import { queryClient } from './query-client.ts'

/** Which events: those that fit the filter, or of each sale the last one that does. */
export type EventsQuery = { readonly filter: EventsFilter; readonly bySale: boolean }

type LoadedEvents = {
  /** Newest first, without gaps as far as they were loaded. */
  readonly rows: readonly EventRow[]
  readonly hasMore: boolean
  /** What the rows are, which may have been fetched before another choice was made. */
  readonly areSales: boolean
  /** The last arrival that the rows know of. */
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
  // Fetched first: what arrives between the two is newer than both.
  const choices = await queryClient.fetchQuery(callQuery('events.choices', null))
  const page = await call('events.page', { filter, before: null, limit: pageSize, bySale })
  const { events: rows, hasMore } = page
  return { rows, hasMore, areSales: bySale, loadedAt: choices.total, choices }
}

/** While another filter has no answer yet, the rows of the one before are shown. */
export const useReceivedEvents = (query: EventsQuery) =>
  useQuery({ ...eventsQuery(query), placeholderData: keepPreviousData })

let isLoadingOlder = false

/** Loads the events before the last one; nothing where there are none or they are under way. */
export const loadOlderEvents = async (query: EventsQuery): Promise<void> => {
  const { queryKey } = eventsQuery(query)
  const known = queryClient.getQueryData(queryKey)
  const last = known?.rows.at(-1)
  if (last === undefined || known?.hasMore !== true || isLoadingOlder) return
  isLoadingOlder = true
  try {
    const page = await call('events.page', { ...query, before: last.id, limit: pageSize })
    queryClient.setQueryData(queryKey, (now) =>
      // Rows that were fetched anew meanwhile end elsewhere.
      now?.rows.at(-1)?.id === last.id
        ? { ...now, rows: [...now.rows, ...page.events], hasMore: page.hasMore }
        : now,
    )
  } finally {
    isLoadingOlder = false
  }
}
