import { Group } from '@mantine/core'
import { useCollectionName } from '#renderer/data/collection-name.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useNetworkOf } from '#renderer/stores/accounts.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import type { Route } from '#renderer/stores/routes.ts'
import { BackLink } from '#renderer/ui/back-link.tsx'
import { text } from '#renderer/text/en.ts'
import { NetworkBadge } from '../network-badge.tsx'

/** The way back from a view to its collection, with the network that the collection is on. */
export const CollectionLink = ({
  collectionRef: { accountId, collectionId },
  part,
}: {
  readonly collectionRef: CollectionRef
  readonly part?: Route<'collection'>['part']
}) => {
  const { go } = useNavigation()
  const name = useCollectionName({ accountId, collectionId })
  const network = useNetworkOf(accountId)
  const back = () =>
    go({
      view: 'collection',
      accountId,
      collectionId,
      ...(part === undefined ? {} : { part }),
    })
  return (
    <Group gap="sm" mih="1.5rem" mb={2} wrap="nowrap">
      {name !== undefined && (
        <BackLink name={text.collections.backTo(name)} onClick={back}>
          {name}
        </BackLink>
      )}
      {network !== undefined && <NetworkBadge network={network} />}
    </Group>
  )
}
