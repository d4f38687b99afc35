import type { EventsFilter } from '#contract/events/calls.ts'
import type { EventFilter } from '#app/events/received/event-query.ts'

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
