import type { CollectionDetails } from '#contract/collections/calls.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { hasTokensInUse, tokenCounts } from '#renderer/data/token-counts.ts'
import { knownTokens } from '#renderer/data/tokens.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useIsLocal } from '#renderer/stores/accounts.ts'
import { askToRemoveCollection } from '#renderer/stores/remove-collection.ts'
import { text } from '#renderer/text/en.ts'
import { Confirm } from '#renderer/views/frame/confirm.tsx'

const words = text.collections.detail

/**
 * Asks before a collection is deleted; by its name, where tokens are or may be minted, sold or
 * reserved.
 */
export const RemoveCollectionDialog = ({
  collectionRef,
  collection,
  onClose,
}: {
  readonly collectionRef: CollectionRef
  readonly collection: CollectionDetails
  readonly onClose: () => void
}) => {
  const { name } = collection
  const isKept = useIsLocal(collectionRef.accountId)
  // Its tokens may have changed since the question was asked.
  const { data: now = collection } = useCall('collections.get', collectionRef)
  const counts = tokenCounts(now, knownTokens(collectionRef))
  return (
    <Confirm
      title={words.removeTitle}
      message={`${words.removeText(name, counts.all)} ${text.bin.kept(isKept)}`}
      action={words.remove}
      keep={words.keep}
      name={hasTokensInUse(counts) === false ? undefined : name}
      onConfirm={async () => {
        await askToRemoveCollection(collectionRef, collection)
        onClose()
      }}
      onClose={onClose}
    />
  )
}
