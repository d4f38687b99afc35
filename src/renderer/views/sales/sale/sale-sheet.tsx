import { Box, Button, Flex, Stack } from '@mantine/core'
import type { SaleDetails } from '#contract/sales/calls.ts'
import { partPayers } from '#contract/sales/part-payers.ts'
import { salePriceOf } from '#contract/sales/total-price.ts'
import type { SaleRef } from '#renderer/data/sales.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { text } from '#renderer/text/en.ts'
import { AmountList } from '#renderer/ui/amounts.tsx'
import { Sheet, SheetSection } from '#renderer/ui/page.tsx'
import { saleAmounts } from '../sale-amounts.ts'
import { saleStatusText } from '../sale-state.tsx'
import { DeliverySection } from './delivery-section.tsx'
import { ErrorsSection, needsDecision } from './errors-section.tsx'
import { ParkedSection } from './parked-section.tsx'
import { PaymentSection } from './payment-section.tsx'
import { SaleArt } from './sale-art.tsx'

const words = text.sales.sale

type Parts = { readonly sale: SaleDetails; readonly saleRef: SaleRef }

/** The work large, and beside it what is to be done, or what came of the sale. How it is paid is below where both are. */
export const SaleSheet = ({ sale, saleRef }: Parts) => {
  const isPayable = sale.uri !== null
  const isAlone = isPayable && !waitsForSeller(sale) && partPayers(sale).length === 0
  return (
    <>
      <Sheet>
        <Flex gap="lg" align="flex-start">
          <Box flex="none" w="clamp(11rem, 19vw, 20rem)">
            <SaleArt tokens={sale.tokens} />
          </Box>
          <Stack gap="lg" flex={1} miw={0}>
            {isAlone ? (
              <PaymentSection sale={sale} saleRef={saleRef} />
            ) : (
              <StateSections sale={sale} saleRef={saleRef} />
            )}
          </Stack>
        </Flex>
      </Sheet>
      {isPayable && !isAlone && (
        <Sheet>
          <PaymentSection sale={sale} saleRef={saleRef} />
        </Sheet>
      )}
    </>
  )
}

const waitsForSeller = (sale: SaleDetails): boolean =>
  sale.parked !== null || isInDelivery(sale) || needsDecision(sale)

const isInDelivery = ({ status, delivery }: SaleDetails): boolean =>
  status === 'PROCESSING' && delivery !== null && delivery !== undefined

/** It is signed with its signing request, not alone. */
const isInRound = ({ delivery, parked }: SaleDetails): boolean =>
  typeof delivery?.round_id === 'string' && parked?.kind === 'sale'

const StateSections = ({ sale, saleRef }: Parts) => {
  const { delivery, parked, signing_blocked: blocked } = sale
  if (!waitsForSeller(sale)) return <OutcomeSection sale={sale} saleRef={saleRef} />
  return (
    <>
      {isInDelivery(sale) && delivery && <DeliverySection delivery={delivery} saleRef={saleRef} />}
      {parked !== null && !isInRound(sale) && (
        <ParkedSection parked={parked} blocked={blocked} saleRef={saleRef} />
      )}
      {needsDecision(sale) && <ErrorsSection sale={sale} saleRef={saleRef} />}
    </>
  )
}

const outcomes: Readonly<Record<string, string>> = words.outcomes

/** Nothing is to be done: what came of it, and where the money went. */
const OutcomeSection = ({ sale, saleRef }: Parts) => (
  <SheetSection title={outcomes[sale.status] ?? saleStatusText(sale.status)}>
    {typeof sale.income === 'number' && (
      <AmountList
        entries={saleAmounts({
          revenue: salePriceOf(sale),
          income: sale.income,
          nftFee: sale.nft_fee,
          txFee: sale.tx_fee,
        })}
      />
    )}
    {typeof sale.refund_id === 'string' && <Refund saleRef={saleRef} mintId={sale.refund_id} />}
  </SheetSection>
)

const Refund = ({
  saleRef: { accountId, collectionId },
  mintId,
}: {
  readonly saleRef: SaleRef
  readonly mintId: string
}) => {
  const { go } = useNavigation()
  return (
    <div>
      <Button
        variant="default"
        onClick={() => go({ view: 'mint', accountId, collectionId, mintId })}
      >
        {words.openRefund}
      </Button>
    </div>
  )
}
