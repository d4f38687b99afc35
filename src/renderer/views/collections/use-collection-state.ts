import { useMemo } from 'react'
import type { CollectionDetails } from '#contract/collections/calls.ts'
import { collectionState } from '#renderer/data/collection-state.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useSales } from '#renderer/data/sales-list.ts'
import { useTokens } from '#renderer/data/tokens.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useRoyalty } from '#renderer/data/use-royalty.ts'
import { useNow } from '#renderer/ui/use-now.ts'

/** The state of a collection, with the answers that it comes from. */
export const useCollectionState = (
  collectionRef: CollectionRef | undefined,
  collection: CollectionDetails | undefined,
) => {
  const minting = useCall('minting.list', collectionRef)
  const royalty = useRoyalty(collectionRef)
  const sales = useSales(collectionRef)
  const policies = useCall('policies.list', null)
  const tokens = useTokens(collectionRef)
  const goals = useCall('app.settings', null).data?.collectionGoals
  const now = useNow()
  const state = useMemo(
    () =>
      collection &&
      collectionState(collection, now, {
        tokens: tokens.loaded,
        minting: minting.data,
        royalty: royalty.data,
        sales: sales.data,
        policies: policies.data,
        goals,
      }),
    [collection, tokens.loaded, minting.data, royalty.data, sales.data, policies.data, goals, now],
  )
  return { state, minting, sales, queries: [minting, royalty, sales, policies, tokens] }
}
