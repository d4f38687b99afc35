import { Flex } from '@mantine/core'
import { statusOf } from '#contract/sales/sale-status.ts'
import type { SaleDetails } from '#contract/sales/calls.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { hasSurplus, type SaleRef, steady } from '#renderer/data/sales.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Page } from '#renderer/ui/page.tsx'
import { SplitPage } from '#renderer/ui/split-page.tsx'
import { CutText } from '#renderer/ui/text-parts.tsx'
import { Waiting } from '#renderer/ui/waiting.tsx'
import { SaleBadge, soldText, SurplusState } from './sale-state.tsx'
import { DeliverySheet } from './sale/delivery-sheet.tsx'
import { TermsSheet } from './sale/terms-sheet.tsx'
import { ParkedSheet } from './sale/parked-sheet.tsx'
import { PaymentSheet } from './sale/payment-sheet.tsx'
import { PaymentsSheet } from './sale/payments-sheet.tsx'
import { StepsSheet } from './sale/steps-sheet.tsx'
import { SaleErrorsSheet } from './sale/sale-errors-sheet.tsx'
import ui from '#renderer/ui/parts.module.css'
import { CollectionLink } from '../collections/collection-link.tsx'
import { change } from '#renderer/data/change.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { Confirm } from '#renderer/views/frame/confirm.tsx'

const words = text.sales.sale

/** It is signed with its signing request, not alone. */
const isInRound = ({ delivery, parked }: SaleDetails): boolean =>
  typeof delivery?.round_id === 'string' && parked?.kind === 'sale'

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
          <DeliverySheet sale={sale} saleRef={saleRef} />
          {!isInRound(sale) && <ParkedSheet sale={sale} saleRef={saleRef} />}
          <SaleErrorsSheet sale={sale} saleRef={saleRef} />
          <SplitPage aside={<StepsSheet sale={sale} />}>
            <PaymentSheet sale={sale} saleRef={saleRef} />
            <TermsSheet sale={sale} saleRef={saleRef} />
          </SplitPage>
          <PaymentsSheet sale={sale} />
        </div>
      )}
    </Page>
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
