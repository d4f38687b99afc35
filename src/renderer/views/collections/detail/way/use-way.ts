import type { CollectionDetails } from '#contract/collections/calls.ts'
import type { CallError } from '#renderer/bridge.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useCollectionState } from '../../use-collection-state.ts'
import { isKnownRoyalty, type Way, wayOf } from './way-of.ts'

/** The way of a collection; undefined until every service and the vault have
 * answered, and what is not known of the tokens by their counts is loaded. */
export const useWay = (
  collectionRef: CollectionRef,
  collection: CollectionDetails | undefined,
): {
  readonly way: Way | undefined
  readonly error: CallError | null
  readonly refetch: () => Promise<unknown>
} => {
  const { state, minting, sales, queries } = useCollectionState(collectionRef, collection)
  return {
    way:
      state === undefined ||
      !isKnownRoyalty(state) ||
      minting.data === undefined ||
      sales.data === undefined
        ? undefined
        : wayOf({ ...state, mints: minting.data.mints, sales: sales.data.sales }),
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    refetch: () =>
      Promise.all(queries.filter(({ error }) => error !== null).map((query) => query.refetch())),
  }
}
