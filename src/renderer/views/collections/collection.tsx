import { Button, Group } from '@mantine/core'
import { type UIEvent, useEffect, useState } from 'react'
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
import { useWindowHeight } from '#renderer/ui/use-window-height.ts'
import { CutText } from '#renderer/ui/text-parts.tsx'
import styles from './collection.module.css'
import { CollectionActions } from './detail/actions.tsx'
import { CollectionWarnings } from './detail/collection-warnings.tsx'
import { CollectionBand, CollectionSummary } from './detail/header.tsx'
import { ShopDialog } from './detail/shop-dialog.tsx'
import { TokenList } from './detail/token-list.tsx'
import { CollectionNextStep } from './detail/way/next-step.tsx'
import { useWay } from './detail/way/use-way.ts'
import { WayList } from './detail/way/way-list.tsx'
import { CollectionParts } from '../sales/collection-parts.tsx'
import ui from '#renderer/ui/parts.module.css'
import { useRoyalty } from '#renderer/data/use-royalty.ts'
import { RoyaltyDialog } from '../minting/royalty/royalty-dialog.tsx'
import { RehearseDialog } from '../sales/rehearse/rehearse-dialog.tsx'
import { SellDialog } from '../sales/sell-dialog.tsx'
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
        <div
          className={styles['waiting']}
          role="progressbar"
          aria-busy
          aria-label={words.loading}
        />
      ) : (
        <div className={ui['errorBox']}>
          <ErrorAlert error={error} onRetry={() => void refetch()} />
          <Group gap="sm">
            <Button variant="default" onClick={() => go({ view: 'collections' })}>
              {words.back}
            </Button>
            {(error.code === 'unauthorized' || error.code === 'forbidden') && (
              <Button
                variant="default"
                onClick={() => go({ view: 'settings', section: 'accounts' })}
              >
                {text.collections.error.accounts}
              </Button>
            )}
          </Group>
        </div>
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
  const { isScrolled, onScroll } = useIsScrolled(part)
  const isCompact = useWindowHeight() !== 'normal' || isScrolled
  const open = (target: WayTarget) =>
    openWayTarget(target, collectionRef, collection.policy.policy_id)
  const next = way?.next
  const isNextHere = part === 'sales' && next?.action?.opens === 'sales'
  return (
    <Page
      fixed
      title={<CutText>{collection.name}</CutText>}
      lead={
        isCompact ? (
          <CollectionSummary collection={collection} />
        ) : (
          collection.description && <CutText>{collection.description}</CutText>
        )
      }
      actions={
        <CollectionActions accountId={collectionRef.accountId} collection={collection}>
          {next !== undefined && !isPicking && !isNextHere && (
            <CollectionNextStep step={next} onOpen={open} />
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
      {!isCompact && <CollectionBand collectionRef={collectionRef} collection={collection} />}
      <CollectionParts
        collectionRef={collectionRef}
        part={part}
        selling={{
          canSell: way?.possible.sell.isPossible === true,
          isNext: next?.action?.opens === 'sell',
        }}
      >
        <div className={ui['fill']} onScrollCapture={onScroll}>
          <TokenList collectionRef={collectionRef} />
        </div>
      </CollectionParts>
      <CollectionDialogs collectionRef={collectionRef} collection={collection} />
    </Page>
  )
}

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
    case 'sell':
      return <SellDialog collectionRef={collectionRef} collection={collection} onClose={onClose} />
    case 'rehearse':
      return <RehearseDialog collectionRef={collectionRef} onClose={onClose} />
    case 'export':
      return <ExportTokensDialog collectionRef={collectionRef} onClose={onClose} />
    case 'shop':
      return <ShopDialog collectionRef={collectionRef} onClose={onClose} />
    case undefined:
      return null
    default:
      return dialog satisfies never
  }
}

/**
 * Pixels. A list that scrolls by less than the details are high would fit without them, scroll back
 * to its start and show them again.
 */
const headerHeight = 160

/**
 * Whether the tokens are scrolled. Another part, layout or filter shows the details again, because
 * its list may start at the top.
 */
const useIsScrolled = (part: string | undefined) => {
  const { layout, filter } = useCollection()
  const shown = { part, layout, filter }
  const [scrolled, setScrolled] = useState<typeof shown>()
  return {
    isScrolled:
      scrolled !== undefined &&
      scrolled.part === part &&
      scrolled.layout === layout &&
      scrolled.filter === filter,
    /** For the capture phase: scrolling does not bubble. */
    onScroll: ({ target }: UIEvent) => {
      if (!(target instanceof Element) || !target.matches('[role=list], [role=rowgroup]')) return
      const { scrollTop, scrollHeight, clientHeight } = target
      if (scrollTop <= 0) setScrolled(undefined)
      else if (scrollHeight - clientHeight > headerHeight) setScrolled(shown)
    },
  }
}
