import type { CollectionRef } from './minting.ts'
import { useCall } from './use-call.ts'

/** The state of the collection's royalty token; not fetched from a service that does not mint. */
export const useRoyalty = (collectionRef: CollectionRef | undefined) => {
  const { data: minting } = useCall('minting.list', collectionRef)
  return useCall('minting.royalty', minting?.canMint === true ? collectionRef : undefined)
}
