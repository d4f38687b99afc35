import { Box, Flex, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { statusOf } from '#contract/sales/sale-status.ts'
import type { SaleDetails } from '#contract/sales/calls.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { hasSurplus, type SaleRef, steady } from '#renderer/data/sales.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Page } from '#renderer/ui/page.tsx'
import { CutText } from '#renderer/ui/text-parts.tsx'
import { useHasWidth } from '#renderer/ui/use-window-size.ts'
import { Waiting } from '#renderer/ui/waiting.tsx'
import { SaleBadge, soldText, SurplusState } from './sale-state.tsx'
import { TermsSheet } from './sale/terms-sheet.tsx'
import { PaymentsSheet } from './sale/payments-sheet.tsx'
import { StepsSheet } from './sale/steps-sheet.tsx'
import { SaleSheet } from './sale/sale-sheet.tsx'
import ui from '#renderer/ui/parts.module.css'
import { CollectionLink } from '../collections/collection-link.tsx'
import { change } from '#renderer/data/change.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { Confirm } from '#renderer/views/frame/confirm.tsx'

const words = text.sales.sale

/** One sale: how it is paid, what happened, what went wrong, and what can be done. */
export const SaleView = ({
  collectionRef: { accountId, collectionId },
  saleId,
}: {
  readonly collectionRef: CollectionRef
  readonly saleId: string
}) => {
  const saleRef = { accountId, collectionId, saleId }
  const { data: sale, error, refetch } = useCall('sales.show', saleRef, { settle: steady })
  return (
    <Page
      from={<CollectionLink collectionRef={saleRef} part="sales" />}
      title={sale === undefined ? words.loading : <CutText>{words.title(soldText(sale))}</CutText>}
      lead={
        sale !== undefined && (
          <Flex component="span" display="inline-flex" wrap="wrap" gap="xs">
            <SaleBadge {...sale} />
            {hasSurplus(sale) && !statusOf(sale.status).isUnresolved && <SurplusState />}
          </Flex>
        )
      }
    >
      {error !== null && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {sale === undefined && error === null && <Waiting />}
      {sale !== undefined && (
        <div className={ui['sheets']}>
          <BesideSteps sale={sale}>
            <SaleSheet sale={sale} saleRef={saleRef} />
            <TermsSheet sale={sale} />
          </BesideSteps>
          <PaymentsSheet sale={sale} />
        </div>
      )}
    </Page>
  )
}

/** What is sold stands wide, with what happened in a narrow column beside it where there is room. */
const BesideSteps = ({
  sale,
  children,
}: {
  readonly sale: SaleDetails
  readonly children: ReactNode
}) => {
  const isWide = useHasWidth('1088px')
  return (
    <Flex direction={isWide ? 'row' : 'column'} gap="md">
      <Stack gap="md" flex="1 1 0" miw={0}>
        {children}
      </Stack>
      <Box flex="none" w={isWide ? '18rem' : '100%'}>
        <StepsSheet sale={sale} />
      </Box>
    </Flex>
  )
}

/** Asks before the tokens of an unpaid sale are released. */
export const CancelSaleDialog = ({
  saleRef,
  onClose,
}: {
  readonly saleRef: SaleRef
  readonly onClose: () => void
}) => (
  <Confirm
    title={words.cancelTitle}
    message={words.cancelText}
    action={words.cancel}
    keep={words.keep}
    onConfirm={async () => {
      await change('sales.cancel', saleRef)
      useNotices.getState().notify('good', words.cancelled)
      onClose()
    }}
    onClose={onClose}
  />
)
