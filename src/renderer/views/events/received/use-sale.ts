import type { EventFacts } from '#contract/events/calls.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useIsLocal } from '#renderer/stores/accounts.ts'

/**
 * The events of an event's sale, and the sale itself if its service returns it, as the Local studio
 * does. What cannot be fetched is left out.
 */
export const useSaleOf = ({ accountId, collectionId, saleId }: EventFacts) => {
  const isLocal = useIsLocal(accountId)
  const { data: rows } = useCall(
    'events.timeline',
    saleId === null ? undefined : { accountId, saleId },
  )
  const { data: sale, refetch } = useCall(
    'sales.show',
    saleId === null || collectionId === null || !isLocal
      ? undefined
      : { accountId, collectionId, saleId },
  )
  return { rows, sale, retry: () => void refetch() }
}
