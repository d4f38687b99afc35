import { Button } from '@mantine/core'
import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import type { CollectionRef } from '#renderer/stores/minting.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { isMoving } from '#renderer/stores/sales.ts'
import { useSale } from '#renderer/stores/sale.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Page } from '#renderer/ui/page.tsx'
import { Cut } from '#renderer/ui/text-parts.tsx'
import { Waiting } from '#renderer/ui/waiting.tsx'
import { SaleState, soldText, SurplusState } from './sale-state.tsx'
import { FactsSheet } from './sale/facts-sheet.tsx'
import { ParkedSheet } from './sale/parked-sheet.tsx'
import { PaymentSheet } from './sale/payment-sheet.tsx'
import { PaymentsSheet } from './sale/payments-sheet.tsx'
import { StepsSheet } from './sale/steps-sheet.tsx'
import { SaleErrorsSheet } from './sale/sale-errors-sheet.tsx'
import styles from './sales.module.css'

const words = text.sales.sale

/** One sale: how it is paid, what happened, what went wrong, and what can be done. */
export const SalePage = ({
  collectionRef: { accountId, collectionId },
  saleId,
}: {
  readonly collectionRef: CollectionRef
  readonly saleId: string
}) => {
  const { saleRef, sale, error, open, refresh } = useSale()
  const { go } = useNavigation()
  useEffect(() => {
    void open({ accountId, collectionId, saleId })
  }, [accountId, collectionId, saleId, open])
  const isHere = saleRef?.saleId === saleId
  const known = isHere ? sale : undefined
  useRefreshTimer(known !== undefined && isMoving(known))
  return (
    <Page
      title={known === undefined ? words.loading : <Cut>{words.title(soldText(known))}</Cut>}
      lead={
        known !== undefined && (
          <span className={styles['states']}>
            <SaleState status={known.status} />
            {known.surplus !== '0' && !known.status.startsWith('UNRESOLVED_') && <SurplusState />}
          </span>
        )
      }
      actions={
        <Button
          variant="default"
          leftSection={<ArrowLeft size={16} aria-hidden />}
          onClick={() => go({ view: 'collection', accountId, collectionId, part: 'sales' })}
        >
          {words.back}
        </Button>
      }
    >
      {isHere && error !== undefined && (
        <ErrorAlert message={error.message} onRetry={() => void refresh()} />
      )}
      {known === undefined && error === undefined && <Waiting />}
      {known !== undefined && saleRef !== undefined && (
        <div className={styles['page']}>
          <SaleErrorsSheet sale={known} saleRef={saleRef} />
          <ParkedSheet sale={known} saleRef={saleRef} />
          <div className={styles['halves']}>
            <div className={styles['half']}>
              <PaymentSheet sale={known} saleRef={saleRef} />
              <FactsSheet sale={known} saleRef={saleRef} />
            </div>
            <StepsSheet sale={known} />
          </div>
          <PaymentsSheet sale={known} />
        </div>
      )}
    </Page>
  )
}

const quickMs = 1_500
/** A payment that comes too late may come at any time. */
const slowMs = 15_000

const useRefreshTimer = (isQuick: boolean): void => {
  const refresh = useSale((store) => store.refresh)
  useEffect(() => {
    const timer = setInterval(() => void refresh(), isQuick ? quickMs : slowMs)
    return () => clearInterval(timer)
  }, [isQuick, refresh])
}
