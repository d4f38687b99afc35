import { Box, Button, Flex, Group, Stack } from '@mantine/core'
import type { SaleDetails } from '#contract/sales/calls.ts'
import { partPayers } from '#contract/sales/part-payers.ts'
import { salePriceOf } from '#contract/sales/total-price.ts'
import { tokenName } from '#contract/tokens/token.ts'
import type { SaleRef } from '#renderer/data/sales.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { text } from '#renderer/text/en.ts'
import { type AmountEntry, AmountList } from '#renderer/ui/amounts.tsx'
import { Note } from '#renderer/ui/error-alert.tsx'
import { Thumb } from '#renderer/ui/named-picture.tsx'
import { Sheet, SheetSection } from '#renderer/ui/page.tsx'
import ui from '#renderer/ui/parts.module.css'
import { When } from '#renderer/ui/text-parts.tsx'
import { TokenImage } from '#renderer/ui/token-image.tsx'
import { saleStatusText } from '../sale-state.tsx'
import { ErrorsSection, hasChoice } from './errors-section.tsx'
import { ParkedSection } from './parked-section.tsx'
import { PaymentSection } from './payment-section.tsx'

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

/** What is sold, as it is recognised: the first work large, some others small below it. */
const SaleArt = ({ tokens }: Pick<SaleDetails, 'tokens'>) => {
  const [first, ...others] = tokens
  if (first === undefined) return null
  const hidden = others.length - shownBelow
  return (
    <Stack gap="xs">
      <TokenImage cid={first.cid} alt={tokenName(first)} size={640} />
      {others.length > 0 && (
        <Group gap="xs">
          {others.slice(0, shownBelow).map(({ id, cid }, index) => (
            <Thumb key={id ?? index} cid={cid} />
          ))}
          {hidden > 0 && <span className={ui['soft']}>{words.moreWorks(hidden)}</span>}
        </Group>
      )}
    </Stack>
  )
}

const shownBelow = 3

const waitsForSeller = (sale: SaleDetails): boolean =>
  sale.parked !== null || isInDelivery(sale) || hasChoice(sale)

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
      {hasChoice(sale) && <ErrorsSection sale={sale} saleRef={saleRef} />}
    </>
  )
}

/** A paid sale that keys elsewhere sign for: by when, and the way to its signing request. */
const DeliverySection = ({
  delivery,
  saleRef: { accountId, collectionId },
}: {
  readonly delivery: NonNullable<SaleDetails['delivery']>
  readonly saleRef: SaleRef
}) => {
  const { go } = useNavigation()
  return (
    <SheetSection
      title={delivery.round_id === null ? words.delivery.waits : words.delivery.inRound}
    >
      {delivery.is_late && <Note>{words.delivery.late}</Note>}
      {delivery.by !== null && (
        <p>
          {words.delivery.before} <When at={delivery.by} />
        </p>
      )}
      <div>
        <Button onClick={() => go({ view: 'collection', accountId, collectionId, part: 'sales' })}>
          {words.delivery.open}
        </Button>
      </div>
    </SheetSection>
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

type SaleAmount = string | number | bigint | null | undefined

/**
 * What buyers paid, then where it went, as far as it is known. The ADA with the tokens is the buyers'
 * own, and no fee.
 */
export const saleAmounts = ({
  revenue,
  income,
  nftFee,
  txFee,
}: Readonly<
  Record<'revenue' | 'income' | 'nftFee' | 'txFee', SaleAmount>
>): readonly AmountEntry[] => [
  ...amountEntry(text.sales.analytics.revenue, revenue, { isTotal: true }),
  ...amountEntry(text.sales.analytics.income, income),
  ...amountEntry(text.sales.analytics.nftFee, nftFee, { hint: text.sales.analytics.nftFeeHint }),
  ...amountEntry(text.sales.analytics.txFee, txFee),
]

const amountEntry = (
  term: string,
  lovelace: SaleAmount,
  more: Partial<AmountEntry> = {},
): readonly AmountEntry[] =>
  lovelace === null || lovelace === undefined ? [] : [{ term, lovelace: String(lovelace), ...more }]
