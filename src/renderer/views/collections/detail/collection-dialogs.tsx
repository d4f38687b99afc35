import type { CollectionFacts } from '#contract/collections/calls.ts'
import { type CollectionRef, isSameCollection } from '#renderer/data/minting.ts'
import { useCollectionDialog } from '#renderer/stores/collection-view.ts'
import { useRoyalty } from '#renderer/data/use-royalty.ts'
import { RoyaltyDialog } from '../../minting/royalty/royalty-dialog.tsx'
import { RehearseDialog } from '../../sales/rehearse/rehearse-dialog.tsx'
import { SellDialog } from '../../sales/sell-dialog.tsx'
import { ExportDialog } from './export-dialog.tsx'

/** The dialogs of a collection that menus elsewhere open too; at most one is open. */
export const CollectionDialogs = ({
  collectionRef,
  collection,
}: {
  readonly collectionRef: CollectionRef
  readonly collection: CollectionFacts
}) => {
  const { data: royalty } = useRoyalty(collectionRef)
  const { opened, close: onClose } = useCollectionDialog()
  const dialog =
    opened !== undefined && isSameCollection(opened.collectionRef, collectionRef)
      ? opened.dialog
      : undefined
  switch (dialog) {
    case 'royalty':
      return royalty === null || royalty === undefined ? null : (
        <RoyaltyDialog collectionRef={collectionRef} royalty={royalty} onClose={onClose} />
      )
    case 'sell':
      return <SellDialog collectionRef={collectionRef} collection={collection} onClose={onClose} />
    case 'rehearse':
      return <RehearseDialog collectionRef={collectionRef} onClose={onClose} />
    case 'export':
      return <ExportDialog collectionRef={collectionRef} onClose={onClose} />
    case undefined:
      return null
    default:
      return dialog satisfies never
  }
}
