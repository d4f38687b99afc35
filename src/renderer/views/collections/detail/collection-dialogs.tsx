import type { CollectionFacts } from '#shared/calls/collections.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useRoyalty } from '#renderer/data/use-royalty.ts'
import { RoyaltyDialog } from '../../minting/royalty/royalty-dialog.tsx'
import { RehearseDialog } from '../../sales/rehearse/rehearse-dialog.tsx'
import { SellDialog } from '../../sales/sell-dialog.tsx'

export type CollectionDialog = 'royalty' | 'sell' | 'rehearse'

/** The dialogs of a collection's steps; at most one is open. */
export const CollectionDialogs = ({
  open,
  collectionRef,
  collection,
  onClose,
}: {
  readonly open: CollectionDialog | undefined
  readonly collectionRef: CollectionRef
  readonly collection: CollectionFacts
  readonly onClose: () => void
}) => {
  const { data: royalty } = useRoyalty(collectionRef)
  switch (open) {
    case 'royalty':
      return royalty === null || royalty === undefined ? null : (
        <RoyaltyDialog collectionRef={collectionRef} royalty={royalty} onClose={onClose} />
      )
    case 'sell':
      return <SellDialog collectionRef={collectionRef} collection={collection} onClose={onClose} />
    case 'rehearse':
      return <RehearseDialog collectionRef={collectionRef} onClose={onClose} />
    case undefined:
      return null
    default:
      return open satisfies never
  }
}
