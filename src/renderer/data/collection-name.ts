import { useQuery } from '@tanstack/react-query'
import { callQuery } from './call-query.ts'
import type { CollectionRef } from './minting.ts'
import { useCall } from './use-call.ts'

/** The collection's name where a list has named it; asks nobody. */
export const useKnownName = ({ accountId, collectionId }: CollectionRef): string | undefined =>
  useQuery({
    ...callQuery('collections.list', { accountId }),
    enabled: false,
    select: (collections) => collections.find(({ id }) => id === collectionId)?.name,
  }).data

/** The same; asks the service where no list has named it. */
export const useCollectionName = (of: CollectionRef | undefined): string | undefined => {
  const known = useKnownName(of ?? nothing)
  const asked =
    of === undefined || known !== undefined
      ? undefined
      : { accountId: of.accountId, collectionId: of.collectionId }
  const { data } = useCall('collections.get', asked)
  return known ?? data?.name
}

const nothing: CollectionRef = { accountId: '', collectionId: '' }
