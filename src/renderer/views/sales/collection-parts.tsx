import { Button, Tabs } from '@mantine/core'
import { Clapperboard, HandCoins, MousePointerClick } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { CollectionFacts } from '#shared/calls/collections.ts'
import { numberText } from '#shared/format.ts'
import { limits } from '#shared/limits.ts'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { useTokens } from '#renderer/data/tokens.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import type { Route } from '#renderer/stores/routes.ts'
import { needsUser } from '#renderer/data/sales.ts'
import { useSales } from '#renderer/data/sales-list.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { usePicking } from '#renderer/stores/picking.ts'
import { text } from '#renderer/text/en.ts'
import { AnalyticsPart } from './analytics/analytics-part.tsx'
import { RehearseDialog } from './rehearse/rehearse-dialog.tsx'
import { SalesList } from './sales-list.tsx'
import { saleDraftKey } from './form-of.ts'
import { SellDialog } from './sell-dialog.tsx'
import styles from './sales.module.css'
import { useSalesUpdates } from './use-sales-updates.ts'
import ui from '#renderer/ui/parts.module.css'
import { IconButton } from '#renderer/ui/icon-button.tsx'

const words = text.sales

type Part = NonNullable<Extract<Route, { readonly view: 'collection' }>['part']>

/** What is shown of a collection: its tokens, its sales, or what was sold. */
export const CollectionParts = ({
  collectionRef,
  collection,
  part,
  children,
}: {
  readonly collectionRef: CollectionRef
  readonly collection: CollectionFacts
  readonly part: Part | undefined
  /** Its tokens. */
  readonly children: ReactNode
}) => {
  const [open, setOpen] = useState<'sell' | 'rehearse'>()
  useSalesUpdates(collectionRef)
  const show = (chosen: string | null) =>
    // Not a step of the user's way: going back leads out of the collection.
    useNavigation.setState({
      route: {
        view: 'collection',
        ...collectionRef,
        ...(chosen === 'sales' || chosen === 'analytics' ? { part: chosen } : {}),
      },
    })
  return (
    <Tabs value={part ?? 'tokens'} onChange={show} keepMounted={false} className={ui['fill'] ?? ''}>
      <div className={styles['partsHead']}>
        <Tabs.List className={styles['partsList'] ?? ''}>
          <Tabs.Tab value="tokens">{words.partTokens}</Tabs.Tab>
          <Tabs.Tab value="sales">
            {words.part}
            <Waiting collectionRef={collectionRef} />
          </Tabs.Tab>
          <Tabs.Tab value="analytics">{words.analytics.show}</Tabs.Tab>
        </Tabs.List>
        <div className={styles['partsActions']}>
          {part === undefined && (
            <Picking collectionRef={collectionRef} onSell={() => setOpen('sell')} />
          )}
          {part === 'sales' && (
            <SalesActions
              collectionRef={collectionRef}
              onSell={() => setOpen('sell')}
              onRehearse={() => setOpen('rehearse')}
            />
          )}
        </div>
      </div>
      <Tabs.Panel value="tokens" className={ui['fill'] ?? ''}>
        {children}
      </Tabs.Panel>
      <Tabs.Panel value="sales" className={ui['fill'] ?? ''}>
        <SalesList collectionRef={collectionRef} />
      </Tabs.Panel>
      <Tabs.Panel value="analytics" className={ui['fill'] ?? ''}>
        <AnalyticsPart collectionRef={collectionRef} />
      </Tabs.Panel>
      {open === 'sell' && (
        <SellDialog
          collectionRef={collectionRef}
          collection={collection}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'rehearse' && (
        <RehearseDialog collectionRef={collectionRef} onClose={() => setOpen(undefined)} />
      )}
    </Tabs>
  )
}

/** How many sales wait for the user's decision, beside the way to them. */
const Waiting = ({ collectionRef }: { readonly collectionRef: CollectionRef }) => {
  const count = (useSales(collectionRef).data?.sales ?? []).filter(needsUser).length
  if (count === 0) return null
  return (
    <span className={styles['waitingCount']}>
      <span aria-hidden>{numberText(count)}</span>
      <span className={ui['unseen']}>{words.attention(count)}</span>
    </span>
  )
}

const SalesActions = ({
  collectionRef,
  onSell,
  onRehearse,
}: {
  readonly collectionRef: CollectionRef
  readonly onSell: () => void
  readonly onRehearse: () => void
}) => {
  const { data } = useSales(collectionRef)
  const isLocal = useAccounts().accounts.some(
    ({ id, kind }) => id === collectionRef.accountId && kind === 'local',
  )
  if (data?.canSell !== true) return null
  return (
    <>
      {isLocal && (
        <IconButton size="xs" icon={Clapperboard} iconSize={14} onClick={onRehearse}>
          {words.rehearse.action}
        </IconButton>
      )}
      <IconButton size="xs" variant="filled" icon={HandCoins} iconSize={14} onClick={onSell}>
        {words.sell}
      </IconButton>
    </>
  )
}

/** Picks tokens in their list, to sell them together. */
const Picking = ({
  collectionRef,
  onSell,
}: {
  readonly collectionRef: CollectionRef
  readonly onSell: () => void
}) => {
  const { isPicking, picked, pick } = usePicking()
  const canSell = useSales(collectionRef).data?.canSell === true
  const hasTokens = useTokens(collectionRef).tokens.length > 0
  if (!canSell || !hasTokens) return null
  if (!isPicking)
    return (
      <IconButton size="xs" icon={MousePointerClick} iconSize={14} onClick={() => pick(true)}>
        {words.pick.action}
      </IconButton>
    )
  return (
    <>
      <span className={ui['soft']} role="status">
        {picked.length === 0
          ? words.pick.hint
          : words.pick.picked(picked.length, limits.tokensPerSale)}
      </span>
      <Button variant="default" size="xs" onClick={() => pick(false)}>
        {words.pick.end}
      </Button>
      <IconButton
        size="xs"
        variant="filled"
        icon={HandCoins}
        iconSize={14}
        disabled={picked.length === 0}
        onClick={() => {
          useDrafts.getState().keep(saleDraftKey(collectionRef), { which: 'picked' })
          onSell()
        }}
      >
        {words.sell}
      </IconButton>
    </>
  )
}
