import { Box, Group } from '@mantine/core'
import { useEffect } from 'react'
import type { CollectionDetails } from '#contract/collections/calls.ts'
import { type CollectionRef, isSameCollection } from '#renderer/data/minting.ts'
import { reopenTokens } from '#renderer/data/tokens.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useCollection } from '#renderer/stores/collection.ts'
import {
  type CollectionPart,
  openWayTarget,
  useCollectionDialog,
  type WayTarget,
} from '#renderer/stores/collection-view.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { usePicking } from '#renderer/stores/picking.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Page } from '#renderer/ui/page.tsx'
import { TokenImage } from '#renderer/ui/token-image.tsx'
import { CutText } from '#renderer/ui/text-parts.tsx'
import styles from './collection.module.css'
import { CollectionActions } from './detail/actions.tsx'
import { CollectionWarnings } from './detail/collection-warnings.tsx'
import { CollectionSummary } from './detail/header.tsx'
import { ShopDialog } from './detail/shop-dialog.tsx'
import { TokenList } from './detail/token-list.tsx'
import { CollectionNextSteps } from './detail/way/next-step.tsx'
import { useWay } from './detail/way/use-way.ts'
import { WayList } from './detail/way/way-list.tsx'
import { CollectionParts } from '../sales/collection-parts.tsx'
import ui from '#renderer/ui/parts.module.css'
import { useRoyalty } from '#renderer/data/use-royalty.ts'
import { RoyaltyDialog } from '../minting/royalty/royalty-dialog.tsx'
import { RehearseDialog } from '../sales/rehearse/rehearse-dialog.tsx'
import { SellDialog } from '../sales/sell-dialog.tsx'
import { EditCollectionDialog } from './detail/edit-dialog.tsx'
import { PayoutDialog } from './detail/payout-dialog.tsx'
import { ShareDialog } from '../sales/share-dialog.tsx'
import { PriceOpenTokens } from './detail/price-dialog.tsx'
import { ExportTokensDialog } from './detail/export-dialog.tsx'

const words = text.collections.detail

type Shown = {
  readonly accountId: string
  readonly collectionId: string
  /** The part of the collection; default: its tokens. */
  readonly part: CollectionPart | undefined
}

/** One collection: its way, its details, and its parts. */
export const CollectionView = ({ accountId, collectionId, part }: Shown) => {
  const collectionRef = { accountId, collectionId }
  const { data: collection, error, refetch } = useCall('collections.get', collectionRef)
  const { go } = useNavigation()
  useEffect(() => {
    useCollection.getState().open({ accountId, collectionId })
    reopenTokens({ accountId, collectionId })
  }, [accountId, collectionId])
  if (collection !== undefined && error === null)
    return <Loaded collectionRef={collectionRef} collection={collection} part={part} />
  return (
    <Page
      fixed
      title={collection === undefined ? words.loading : <CutText>{collection.name}</CutText>}
    >
      {error === null ? (
        <Box
          h="4rem"
          opacity={0.6}
          className={ui['card']}
          role="progressbar"
          aria-busy
          aria-label={words.loading}
        />
      ) : (
        <ErrorAlert
          error={error}
          onRetry={() => void refetch()}
          action={{ label: words.back, run: () => go({ view: 'collections' }) }}
          isWhole
        />
      )}
    </Page>
  )
}

const Loaded = ({
  collectionRef,
  collection,
  part,
}: {
  readonly collectionRef: CollectionRef
  readonly collection: CollectionDetails
  readonly part: CollectionPart | undefined
}) => {
  const { way, error, refetch } = useWay(collectionRef, collection)
  const { isPicking } = usePicking()
  const open = (target: WayTarget) =>
    openWayTarget(target, collectionRef, collection.policy.policy_id)
  // What the shown part offers itself is not offered twice.
  const next = (way?.next ?? []).filter(
    ({ action }) => part !== 'sales' || (action?.opens !== 'sales' && action?.opens !== 'sell'),
  )
  return (
    <Page
      fixed
      title={<CollectionTitle collection={collection} />}
      lead={<CollectionSummary collectionRef={collectionRef} collection={collection} />}
      actions={
        <CollectionActions accountId={collectionRef.accountId} collection={collection}>
          {!isPicking && (
            <CollectionNextSteps
              collectionId={collectionRef.collectionId}
              steps={next}
              onOpen={open}
            />
          )}
        </CollectionActions>
      }
    >
      {error !== null && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {way === undefined ? (
        error === null && <div className={styles['wayWaiting']} aria-busy />
      ) : (
        <WayList way={way} onOpen={open} />
      )}
      <CollectionWarnings collectionRef={collectionRef} collection={collection} />
      <CollectionParts
        collectionRef={collectionRef}
        part={part}
        possible={way?.possible}
        onOpen={open}
      >
        <TokenList collectionRef={collectionRef} />
      </CollectionParts>
      <CollectionDialogs collectionRef={collectionRef} collection={collection} />
    </Page>
  )
}

/** The name of a collection, behind its cover. */
const CollectionTitle = ({ collection: { name, coverCid } }: OfCollection) =>
  coverCid === null ? (
    <CutText>{name}</CutText>
  ) : (
    <Group gap="sm" wrap="nowrap">
      <Box w={36} flex="none">
        <TokenImage cid={coverCid} alt="" size={96} isSmall />
      </Box>
      <CutText>{name}</CutText>
    </Group>
  )

type OfCollection = { readonly collection: CollectionDetails }
/** The dialogs of a collection that menus elsewhere open too; at most one is open. */
const CollectionDialogs = ({
  collectionRef,
  collection,
}: {
  readonly collectionRef: CollectionRef
  readonly collection: CollectionDetails
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
    case 'price':
      return <PriceOpenTokens collectionRef={collectionRef} onClose={onClose} />
    case 'share':
      return <ShareDialog collectionRef={collectionRef} onClose={onClose} />
    case 'sell':
      return <SellDialog collectionRef={collectionRef} collection={collection} onClose={onClose} />
    case 'rehearse':
      return <RehearseDialog collectionRef={collectionRef} onClose={onClose} />
    case 'export':
      return <ExportTokensDialog collectionRef={collectionRef} onClose={onClose} />
    case 'edit':
      return (
        <EditCollectionDialog
          collectionRef={collectionRef}
          collection={collection}
          onClose={onClose}
        />
      )
    case 'payout':
      return (
        <PayoutDialog collectionRef={collectionRef} collection={collection} onClose={onClose} />
      )
    case 'shop':
      return <ShopDialog collectionRef={collectionRef} onClose={onClose} />
    case undefined:
      return null
    default:
      return dialog satisfies never
  }
}
