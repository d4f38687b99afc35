import type { CollectionFacts } from '#contract/collections/calls.ts'
import { callQuery } from './call-query.ts'
import {
  type CollectionAnswers,
  type CollectionState,
  collectionState,
} from './collection-state.ts'
import type { CollectionRef } from './minting.ts'
import { queryClient } from './query-client.ts'
import { salesQuery } from './sales-list.ts'
import { knownTokens } from './tokens.ts'

/** A menu opens after this many milliseconds with what is known by then. */
const longestWait = 400

/** The state of a collection that no view has open. Its tokens are not loaded for it. */
export const fetchCollectionState = async (
  collectionRef: CollectionRef,
  collection: CollectionFacts,
): Promise<CollectionState> => {
  const known = (): CollectionAnswers => ({
    tokens: knownTokens(collectionRef),
    minting: queryClient.getQueryData(callQuery('minting.list', collectionRef).queryKey),
    royalty: queryClient.getQueryData(callQuery('minting.royalty', collectionRef).queryKey),
    sales: queryClient.getQueryData(salesQuery(collectionRef).queryKey),
    policies: queryClient.getQueryData(callQuery('policies.list', null).queryKey),
  })
  const minted = async () => {
    const { canMint } = await queryClient.fetchQuery(callQuery('minting.list', collectionRef))
    if (canMint) await queryClient.fetchQuery(callQuery('minting.royalty', collectionRef))
  }
  const answers = Promise.allSettled([
    minted(),
    queryClient.fetchQuery(salesQuery(collectionRef)),
    queryClient.fetchQuery(callQuery('policies.list', null)),
  ])
  await Promise.race([answers, new Promise((resolve) => setTimeout(resolve, longestWait))])
  return collectionState(collection, Date.now(), known())
}
