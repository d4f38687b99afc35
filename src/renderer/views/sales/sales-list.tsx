import { Button, Group, Stack } from '@mantine/core'
import { Ban, HandCoins } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SaleSummary } from '#contract/sales/calls.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { withMenu } from '#renderer/stores/context-menu.ts'
import { saleEntries } from '#renderer/stores/menu-entries.ts'
import { loadOlderSales, useSales } from '#renderer/data/sales-list.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Empty } from '#renderer/ui/page.tsx'
import { VirtualTable } from '#renderer/ui/virtual.tsx'
import { Waiting } from '#renderer/ui/waiting.tsx'
import { CallsNotice } from './calls-notice.tsx'
import { useSaleColumns } from './sale-columns.tsx'
import { soldText } from './sale-state.tsx'
import { RoundsNotice } from './rounds-notice.tsx'
import { SigningNotice } from './signing-notice.tsx'
import { WalletNotice } from './wallet-notice.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.sales.list
const noSales: readonly SaleSummary[] = []
const saleOf = (sale: SaleSummary) => ({ sale })

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
  const columns = useSaleColumns(saleOf)
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
