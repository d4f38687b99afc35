import { useMemo } from 'react'
import type { TokenRow } from '#contract/collections/calls.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { type PossibleActions, possibleActions } from '#renderer/data/possible-actions.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useCollectionState } from './use-collection-state.ts'

/**
 * What can be done with a collection, or with some of its tokens; undefined until the collection is
 * loaded.
 */
export const usePossibleActions = (
  collectionRef: CollectionRef | undefined,
  chosen?: readonly TokenRow[],
): PossibleActions | undefined => {
  const { data: collection } = useCall('collections.get', collectionRef)
  const { state } = useCollectionState(collectionRef, collection)
  return useMemo(() => state && possibleActions(state, chosen), [state, chosen])
}
