import { useEffect, useRef } from 'react'
import { updateStatuses } from '#renderer/data/tokens.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useSales } from '#renderer/data/sales-list.ts'
import { usePicking } from '#renderer/stores/picking.ts'

/** Applies changes of the shown collection's sales to its tokens at once. */
export const useSalesUpdates = ({ accountId, collectionId }: CollectionRef): void => {
  const sales = useSales({ accountId, collectionId }).data?.sales
  useEffect(() => {
    usePicking.getState().open({ accountId, collectionId })
  }, [accountId, collectionId])
  const states = sales
    ?.slice(0, newest)
    .map(({ id, status }) => `${id} ${status}`)
    .join()
  const before = useRef<string>(undefined)
  useEffect(() => {
    const isNews = before.current !== undefined && before.current !== states
    before.current = states
    if (!isNews || sales === undefined) return
    const sold = sales.toReversed().flatMap(({ tokens }) => tokens)
    void updateStatuses(
      { accountId, collectionId },
      new Map(sold.map(({ id, status }) => [id, status])),
    )
    // The states are all that matters of the sales here.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [states])
}

/** Older ones hardly change, and writing all of them at each answer takes time. */
const newest = 200
