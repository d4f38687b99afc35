import { Group, Tabs } from '@mantine/core'
import { Clapperboard, HandCoins, Inbox, Stamp } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { numberText } from '#values/text/format.ts'
import { localAccount } from '#renderer/stores/accounts.ts'
import { awaitsSignatures, type CollectionRef } from '#renderer/data/minting.ts'
import { useCall } from '#renderer/data/use-call.ts'
import {
  type CollectionPart,
  showPart,
  useCollectionDialog,
  type WayTarget,
} from '#renderer/stores/collection-view.ts'
import { needsUser } from '#renderer/data/sales.ts'
import type { PossibleActions } from '#renderer/data/possible-actions.ts'
import { useSales } from '#renderer/data/sales-list.ts'
import { soldBy } from '#renderer/data/token-status.ts'
import { refreshCollection, updateStates } from '#renderer/data/tokens.ts'
import { usePicking } from '#renderer/stores/picking.ts'
import { text } from '#renderer/text/en.ts'
import { RarityPart } from '../collections/rarity/rarity-part.tsx'
import { MintList } from '../minting/mint-list.tsx'
import { AnalyticsPart } from './analytics/analytics-part.tsx'
import { countOpen } from './rounds-notice.tsx'
import { SalesList } from './sales-list.tsx'
import styles from './sales.module.css'
import ui from '#renderer/ui/parts.module.css'
import { IconButton, ToolButton } from '#renderer/ui/icon-button.tsx'
import { useHasWidth } from '#renderer/ui/use-window-size.ts'

const words = text.sales

const isPart = (name: string | null): name is CollectionPart =>
  name === 'mints' || name === 'sales' || name === 'analytics' || name === 'rarity'

/** What is shown of a collection: its tokens, its mints, its sales, what was sold, or how rare each is. */
export const CollectionParts = ({
  collectionRef,
  part,
  possible,
  onOpen,
  children,
}: {
  readonly collectionRef: CollectionRef
  readonly part: CollectionPart | undefined
  readonly possible: PossibleActions | undefined
  readonly onOpen: (target: WayTarget) => void
  /** Its tokens. */
  readonly children: ReactNode
}) => {
  useSalesUpdates(collectionRef)
  useMintUpdates(collectionRef)
  const canMint = useCall('minting.list', collectionRef).data?.canMint
  const canSell = possible?.sell.isPossible === true
  const mint =
    possible?.mint.isPossible === true ? (
      <IconButton icon={Stamp} onClick={() => onOpen('mint')}>
        {text.way.mint.action}
      </IconButton>
    ) : (
      possible?.mint.reason === 'noTokens' && (
        <IconButton icon={Inbox} onClick={() => onOpen('import')}>
          {text.way.import.action}
        </IconButton>
      )
    )
  // What leads to the first sale.
  const sell = canSell ? (
    <IconButton icon={HandCoins} onClick={() => onOpen('sell')}>
      {words.sell}
    </IconButton>
  ) : (
    mint
  )
  return (
    <Tabs
      value={part ?? 'tokens'}
      onChange={(name) => showPart(collectionRef, isPart(name) ? name : undefined)}
      keepMounted={false}
      className={ui['fill'] ?? ''}
    >
      <div className={styles['partsHead']}>
        <Tabs.List className={styles['partsList'] ?? ''}>
          <Tabs.Tab value="tokens">{words.partTokens}</Tabs.Tab>
          {(canMint !== false || part === 'mints') && (
            <Tabs.Tab value="mints">
              {text.minting.list.part}
              <WaitingMints collectionRef={collectionRef} />
            </Tabs.Tab>
          )}
          <Tabs.Tab value="sales">
            {words.part}
            <WaitingSales collectionRef={collectionRef} />
          </Tabs.Tab>
          <Tabs.Tab value="analytics">{words.analytics.show}</Tabs.Tab>
          <Tabs.Tab value="rarity">{text.rarity.part}</Tabs.Tab>
        </Tabs.List>
        <Group flex="1 0 auto" justify="flex-end" gap="xs" mih="2.25rem" wrap="nowrap">
          {part === 'sales' && (
            <SalesActions
              collectionRef={collectionRef}
              onSell={canSell ? () => onOpen('sell') : undefined}
            />
          )}
        </Group>
      </div>
      <Tabs.Panel value="tokens" className={ui['fill'] ?? ''}>
        {children}
      </Tabs.Panel>
      <Tabs.Panel value="mints" className={ui['fill'] ?? ''}>
        <MintList collectionRef={collectionRef} action={mint} />
      </Tabs.Panel>
      <Tabs.Panel value="sales" className={ui['fill'] ?? ''}>
        <SalesList collectionRef={collectionRef} action={sell} />
      </Tabs.Panel>
      <Tabs.Panel value="analytics" className={ui['fill'] ?? ''}>
        <AnalyticsPart collectionRef={collectionRef} action={sell} />
      </Tabs.Panel>
      <Tabs.Panel value="rarity" className={ui['fill'] ?? ''}>
        <RarityPart collectionRef={collectionRef} />
      </Tabs.Panel>
    </Tabs>
  )
}

/** Applies changes of the shown collection's sales to its tokens at once. */
const useSalesUpdates = ({ accountId, collectionId }: CollectionRef): void => {
  const sales = useSales({ accountId, collectionId }).data?.sales
  useEffect(() => {
    usePicking.getState().open({ accountId, collectionId })
  }, [accountId, collectionId])
  const states = sales
    ?.slice(0, newest)
    .map(({ id, status }) => `${id} ${status}`)
    .join()
  const before = useRef<string>(undefined)
  useEffect(() => {
    const isNews = before.current !== undefined && before.current !== states
    before.current = states
    if (!isNews || sales === undefined) return
    void updateStates(
      { accountId, collectionId },
      new Map(
        sales
          .toReversed()
          .flatMap((sale) =>
            sale.tokens.flatMap(({ id, status }) =>
              typeof id === 'string' && typeof status === 'string'
                ? [[id, { status, ...soldBy(sale) }] as const]
                : [],
            ),
          ),
      ),
    )
    // The states are all that matters of the sales here.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [states])
}

/** Older ones hardly change, and writing all of them at each answer takes time. */
const newest = 200

const WaitingSales = ({ collectionRef }: { readonly collectionRef: CollectionRef }) => {
  const undecided = (useSales(collectionRef).data?.sales ?? []).filter(needsUser).length
  const { data } = useCall('sales.rounds', collectionRef)
  const unsigned = (data?.rounds ?? []).filter(({ status }) => status === 'awaiting_witnesses')
  const inRounds = unsigned.reduce((sum, round) => sum + countOpen(round), 0)
  const count = undecided + (data?.waiting.length ?? 0) + inRounds
  return <WaitingCount count={count} words={words.attention(count)} />
}

const WaitingMints = ({ collectionRef }: { readonly collectionRef: CollectionRef }) => {
  const { data } = useCall('minting.list', collectionRef)
  const count = (data?.mints ?? []).filter(awaitsSignatures).length
  return <WaitingCount count={count} words={text.minting.list.attention(count)} />
}

/** How many wait for the user's decision, beside the way to them. */
const WaitingCount = ({ count, words: said }: { readonly count: number; readonly words: string }) =>
  count === 0 ? null : (
    <span className={styles['waitingCount']}>
      <span aria-hidden>{numberText(count)}</span>
      <span className={ui['unseen']}>{said}</span>
    </span>
  )

const SalesActions = ({
  collectionRef,
  onSell,
}: {
  readonly collectionRef: CollectionRef
  /** Undefined: nothing can be sold. */
  readonly onSell: (() => void) | undefined
}) => {
  const { data } = useSales(collectionRef)
  const { open } = useCollectionDialog()
  const isWide = useHasWidth('1000px')
  const isOnDevnet = collectionRef.accountId === localAccount
  if (data?.canSell !== true) return null
  const rehearse = () => open(collectionRef, 'rehearse')
  return (
    <>
      {isOnDevnet && isWide && (
        <IconButton size="xs" icon={Clapperboard} iconSize={14} onClick={rehearse}>
          {words.rehearse.action}
        </IconButton>
      )}
      {/* So that both have room beside the tabs. */}
      {isOnDevnet && !isWide && (
        <ToolButton label={words.rehearse.action} size={30} onClick={rehearse}>
          <Clapperboard size={14} aria-hidden />
        </ToolButton>
      )}
      {/* An empty list has the button itself. */}
      {data.sales.length > 0 && onSell !== undefined && (
        <IconButton size="xs" icon={HandCoins} iconSize={14} onClick={onSell}>
          {words.sell}
        </IconButton>
      )}
    </>
  )
}

/** A changed mint also changes tokens. */
const useMintUpdates = (collectionRef: CollectionRef): void => {
  const { data } = useCall('minting.list', collectionRef)
  const states = (data?.mints ?? []).map(({ id, status }) => `${id} ${status}`).join()
  const before = useRef<string>(undefined)
  useEffect(() => {
    const isNews =
      before.current !== undefined && before.current !== '' && before.current !== states
    before.current = states
    if (isNews) void refreshCollection()
  }, [states])
}
