import { Button, Flex, Group, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Ban, HandCoins } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { SaleSummary } from '#contract/sales/calls.ts'
import { salePriceOf } from '#contract/sales/total-price.ts'
import { naturalOrder } from '#values/text/text.ts'
import { copy } from '#renderer/stores/copy.ts'
import { byLovelace } from '#renderer/data/by-lovelace.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { isTimed } from '#renderer/data/sales.ts'
import { withMenu } from '#renderer/stores/context-menu.ts'
import { saleEntries } from '#renderer/stores/menu-entries.ts'
import { loadOlderSales, useSales } from '#renderer/data/sales-list.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Empty } from '#renderer/ui/page.tsx'
import { TokenImage } from '#renderer/ui/token-image.tsx'
import { Ada, CutText, Hash, When } from '#renderer/ui/text-parts.tsx'
import { type Column, VirtualTable } from '#renderer/ui/virtual.tsx'
import { Waiting } from '#renderer/ui/waiting.tsx'
import { CallsNotice } from './calls-notice.tsx'
import { SaleBadge, saleStatusText, soldText } from './sale-state.tsx'
import styles from './sales.module.css'
import { RoundsNotice } from './rounds-notice.tsx'
import { SigningNotice } from './signing-notice.tsx'
import { TimeLeft } from './time-left.tsx'
import { WalletNotice } from './wallet-notice.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.sales.list
const noSales: readonly SaleSummary[] = []

/** Every sale of a collection, newest first. */
export const SalesList = ({
  collectionRef,
  action,
}: {
  readonly collectionRef: CollectionRef
  /** What begins the first one, where there is none. */
  readonly action: ReactNode
}) => {
  const { data, error, refetch } = useSales(collectionRef)
  const { canSell, sales = noSales, cursor = null } = data ?? {}
  const { go } = useNavigation()
  const hasBuyer = useMediaQuery('(min-width: 1100px)', undefined, atOnce)
  const hasStarted = useMediaQuery('(min-width: 1400px)', undefined, atOnce)
  const columns = useMemo(() => columnsFor(hasBuyer, hasStarted), [hasBuyer, hasStarted])
  if (canSell === false)
    return (
      <Empty
        icon={<Ban size={40} strokeWidth={1.25} aria-hidden />}
        title={words.unsupported.title}
      >
        {words.unsupported.text}
      </Empty>
    )
  return (
    <Stack gap="sm" className={ui['fill']}>
      <CallsNotice collectionRef={collectionRef} />
      <SigningNotice collectionRef={collectionRef} />
      <RoundsNotice collectionRef={collectionRef} />
      <WalletNotice collectionRef={collectionRef} />
      {error !== null && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {canSell === undefined && error === null && <Waiting />}
      {canSell === true && sales.length === 0 && (
        <Empty
          icon={<HandCoins size={40} strokeWidth={1.25} aria-hidden />}
          title={words.empty.title}
          action={action}
        >
          {words.empty.text}
        </Empty>
      )}
      {sales.length > 0 && (
        <>
          <VirtualTable
            rows={sales}
            columns={columns}
            rowKey={({ id }) => id}
            label={words.label}
            rowHeight={52}
            onOpen={({ id }) => go({ view: 'sale', ...collectionRef, saleId: id })}
            menuOf={(sale) => withMenu(soldText(sale), () => saleEntries(sale, collectionRef))}
          />
          <Group
            justify="space-between"
            gap="sm"
            mih="1.75rem"
            wrap="nowrap"
            className={ui['soft']}
          >
            <span role="status">{words.count(sales.length, cursor === null)}</span>
            {cursor !== null && (
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => void attempt(() => loadOlderSales(collectionRef))}
              >
                {words.older}
              </Button>
            )}
          </Group>
        </>
      )}
    </Stack>
  )
}

const atOnce = { getInitialValueInEffect: false }

const columnsFor = (hasBuyer: boolean, hasStarted: boolean): readonly Column<SaleSummary>[] => [
  {
    key: 'tokens',
    sort: (a, b) => naturalOrder(soldText(a), soldText(b)),
    title: words.columns.tokens,
    width: 'minmax(8rem, 1fr)',
    cell: (sale) => <Sold sale={sale} />,
  },
  {
    key: 'state',
    sort: (a, b) => naturalOrder(saleStatusText(a.status), saleStatusText(b.status)),
    title: words.columns.state,
    width: '10.5rem',
    cell: (sale) => <SaleBadge {...sale} />,
  },
  {
    key: 'total',
    sort: (a, b) => byLovelace(salePriceOf(a), salePriceOf(b)),
    title: words.columns.total,
    width: '6.5rem',
    align: 'end',
    cell: (sale) => <Ada lovelace={salePriceOf(sale)} />,
  },
  {
    key: 'left',
    title: words.columns.left,
    width: '5.5rem',
    align: 'end',
    cell: (sale) => (isTimed(sale) ? <TimeLeft endsAt={sale.endsAt} /> : null),
  },
  ...(hasBuyer
    ? [
        {
          key: 'buyer',
          sort: (a: SaleSummary, b: SaleSummary) =>
            naturalOrder(a.buyer_address ?? '', b.buyer_address ?? ''),
          title: words.columns.buyer,
          width: '12.5rem',
          cell: ({ buyer_address: buyer }: SaleSummary) =>
            typeof buyer === 'string' && (
              <Hash value={buyer} what={words.columns.buyer} onCopy={copy} />
            ),
        },
      ]
    : []),
  ...(hasStarted
    ? [
        {
          key: 'started',
          sort: (a: SaleSummary, b: SaleSummary) =>
            naturalOrder(a.created_at ?? '', b.created_at ?? ''),
          title: words.columns.started,
          width: '10.5rem',
          cell: ({ created_at: at }: SaleSummary) => <When at={at} />,
        },
      ]
    : []),
]

const shownImages = 3

const Sold = ({ sale }: { readonly sale: SaleSummary }) => (
  <Flex component="span" align="center" gap="sm" miw={0} wrap="nowrap">
    <span className={styles['soldImages']}>
      {sale.tokens.slice(0, shownImages).map(({ id, cid }) => (
        <span key={id} className={styles['soldImage']}>
          <TokenImage cid={cid} alt="" size={96} />
        </span>
      ))}
    </span>
    <CutText isMany>{soldText(sale)}</CutText>
  </Flex>
)
