import { Button, Flex, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { type SaleDetails, saleDetails } from '#contract/sales/calls.ts'
import { unknownFields } from '#contract/fields.ts'
import { tokenName } from '#contract/tokens/token.ts'
import { termRows } from '#contract/sales/sale-terms.ts'
import { salePriceOf } from '#contract/sales/total-price.ts'
import { durationWords } from '#values/text/format.ts'
import { copy } from '#renderer/stores/copy.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import type { SaleRef } from '#renderer/data/sales.ts'
import { soldBy } from '#renderer/data/token-status.ts'
import { text } from '#renderer/text/en.ts'
import { AmountList } from '#renderer/ui/amounts.tsx'
import { NamedPicture, Thumb } from '#renderer/ui/named-picture.tsx'
import { DetailList, Sheet } from '#renderer/ui/page.tsx'
import { Ada, Hash } from '#renderer/ui/text-parts.tsx'
import { TokenStatusChip } from '#renderer/views/collections/chips.tsx'
import { finalityEntries } from '#renderer/views/finality.tsx'
import { TransactionLink } from '#renderer/views/transaction-link.tsx'
import { saleAmounts } from '../sale-amounts.ts'
import { SaleArt } from './sale-art.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.sales.sale

/** The tokens, the price, who buys, and what came of it. */
export const TermsSheet = ({
  sale,
  saleRef,
}: {
  readonly sale: SaleDetails
  readonly saleRef: SaleRef
}) => (
  <Sheet title={words.what}>
    <Stack gap="md">
      <div className={sale.uri === null ? ui['besideImage'] : undefined}>
        {/* While it can be paid, the art is with the payment. */}
        {sale.uri === null && <SaleArt tokens={sale.tokens} isListed />}
        <Stack gap="md">
          <ul className={ui['tight']} aria-label={words.list}>
            {sale.tokens.map(({ cid, status, ...token }, index) => (
              <Flex
                key={token.id ?? index}
                component="li"
                align="center"
                gap="sm"
                miw={0}
                wrap="nowrap"
              >
                <NamedPicture
                  picture={sale.tokens.length > 1 && <Thumb cid={cid} />}
                  name={tokenName(token)}
                  second={token.asset_name}
                />
                {typeof status === 'string' && (
                  <TokenStatusChip token={{ status, ...soldBy(sale) }} />
                )}
              </Flex>
            ))}
          </ul>
          {typeof sale.income === 'number' && <AmountList entries={amountsOf(sale)} />}
        </Stack>
      </div>
      <DetailList entries={entriesOf(sale, saleRef)} />
    </Stack>
  </Sheet>
)

const amountsOf = (sale: SaleDetails) =>
  saleAmounts({
    revenue: salePriceOf(sale),
    income: sale.income,
    nftFee: sale.nft_fee,
    txFee: sale.tx_fee,
  })

const types: Readonly<Record<string, string>> = words.types

const entriesOf = (
  sale: SaleDetails,
  saleRef: SaleRef,
): readonly (readonly [string, ReactNode])[] => {
  const { buyer_address: buyer, delivery, tx_id: txId, refund_id: refundId } = sale
  const isSingle = sale.tokens.length === 1
  // As the amount due, or as what the buyer paid.
  const isSaidAbove = sale.uri !== null || typeof sale.income === 'number'
  return [
    ...(typeof sale.type === 'string'
      ? [[words.type, types[sale.type] ?? sale.type] as const]
      : []),
    ...(isSingle ? [] : [[words.price, <Ada key="price" lovelace={sale.price} />] as const]),
    ...(isSaidAbove
      ? []
      : [
          [
            isSingle ? text.sales.list.columns.total : words.priceOfAll,
            <Ada key="all" lovelace={salePriceOf(sale)} />,
          ] as const,
        ]),
    [
      words.buyer,
      typeof buyer === 'string' ? (
        <Hash key="buyer" value={buyer} what={words.buyer} onCopy={copy} />
      ) : (
        words.noBuyer
      ),
    ],
    ...(delivery === null || delivery === undefined
      ? []
      : [
          [
            words.delivery.term,
            words.delivery.within(durationWords(BigInt(delivery.within))),
          ] as const,
        ]),
    ...termRows(sale),
    ...(typeof txId !== 'string'
      ? []
      : [
          [
            words.transaction,
            <TransactionLink
              key="transaction"
              txId={txId}
              page={sale.page}
              label={words.openTransaction}
            />,
          ] as const,
        ]),
    ...finalityEntries(sale.finality ?? null),
    ...(typeof refundId !== 'string'
      ? []
      : [[words.refund, <Refund key="refund" saleRef={saleRef} mintId={refundId} />] as const]),
    ...unknownFields(saleDetails, sale),
    [words.id, <Hash key="id" value={sale.id} what={words.id} onCopy={copy} />],
  ]
}

const Refund = ({
  saleRef: { accountId, collectionId },
  mintId,
}: {
  readonly saleRef: SaleRef
  readonly mintId: string
}) => {
  const { go } = useNavigation()
  return (
    <Button
      variant="default"
      size="compact-sm"
      onClick={() => go({ view: 'mint', accountId, collectionId, mintId })}
    >
      {words.openRefund}
    </Button>
  )
}
