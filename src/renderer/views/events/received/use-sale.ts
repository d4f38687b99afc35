import { useEffect, useState } from 'react'
import type { EventFacts, EventRow } from '#shared/calls/events.ts'
import type { SaleFacts } from '#shared/calls/sales.ts'
import { call } from '#renderer/bridge.ts'
import { localAccount } from '#renderer/stores/accounts.ts'
import { useEvents } from '#renderer/stores/events.ts'

/**
 * The events of an event's sale, and the sale itself where its service tells of sales: the Local
 * studio does. Asked again when something arrives; what is known stays shown meanwhile.
 */
export const useSaleOf = ({ accountId, collectionId, saleId }: EventFacts) => {
  const arrival = useEvents((store) => store.arrival)
  const [rows, setRows] = useState<readonly EventRow[]>()
  const [sale, setSale] = useState<SaleFacts>()
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    if (saleId === null) return undefined
    let isGone = false
    // What cannot be told is left out: the event itself is shown all the same.
    call('events.timeline', { accountId, saleId }).then(
      (received) => !isGone && setRows(received),
      () => undefined,
    )
    if (collectionId !== null && accountId === localAccount)
      call('sales.show', { accountId, collectionId, saleId }).then(
        (shown) => !isGone && setSale(shown),
        () => undefined,
      )
    return () => {
      isGone = true
    }
  }, [accountId, collectionId, saleId, arrival, asked])
  return { rows, sale, retry: () => setAsked(asked + 1) }
}
