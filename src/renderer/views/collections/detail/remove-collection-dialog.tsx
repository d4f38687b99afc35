import type { CollectionFacts } from '#shared/calls/collections.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { removeCollection } from '#renderer/stores/remove-collection.ts'
import { text } from '#renderer/text/en.ts'
import { Confirm } from '#renderer/views/frame/confirm.tsx'

const words = text.collections.detail

/** Asks before a collection is deleted; by its name, where tokens are minted, sold or reserved. */
export const RemoveCollectionDialog = ({
  collectionRef,
  collection,
  onClose,
}: {
  readonly collectionRef: CollectionRef
  readonly collection: CollectionFacts
  readonly onClose: () => void
}) => {
  const { name, token_count: count, token_for_sale_count: open } = collection
  return (
    <Confirm
      title={words.removeTitle}
      message={words.removeText(name, count)}
      action={words.remove}
      keep={words.keep}
      name={count === open ? undefined : name}
      onConfirm={async () => {
        await removeCollection(collectionRef, collection)
        onClose()
      }}
      onClose={onClose}
    />
  )
}
