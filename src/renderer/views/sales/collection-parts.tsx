import { Tabs } from '@mantine/core'
import { Clapperboard, HandCoins } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { CollectionFacts } from '#shared/calls/collections.ts'
import { numberText } from '#shared/format.ts'
import { useAccounts } from '#renderer/stores/accounts.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import type { Route } from '#renderer/stores/routes.ts'
import { needsUser } from '#renderer/data/sales.ts'
import { useSales } from '#renderer/data/sales-list.ts'
import { text } from '#renderer/text/en.ts'
import { AnalyticsPart } from './analytics/analytics-part.tsx'
import { RehearseDialog } from './rehearse/rehearse-dialog.tsx'
import { SalesList } from './sales-list.tsx'
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
