import { Flex, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { type SaleDetails, saleDetails } from '#contract/sales/calls.ts'
import { unknownFields } from '#contract/fields.ts'
import { tokenName } from '#contract/tokens/token.ts'
import { termRows } from '#contract/sales/sale-terms.ts'
import { salePriceOf } from '#contract/sales/total-price.ts'
import { durationWords } from '#values/text/format.ts'
import { copy } from '#renderer/stores/copy.ts'
import { soldBy } from '#renderer/data/token-status.ts'
import { text } from '#renderer/text/en.ts'
import { NamedPicture, Thumb } from '#renderer/ui/named-picture.tsx'
import { DetailList, Sheet } from '#renderer/ui/page.tsx'
import { Ada, Hash } from '#renderer/ui/text-parts.tsx'
import { TokenStatusChip } from '#renderer/views/collections/chips.tsx'
import { finalityEntries } from '#renderer/views/finality.tsx'
import { TransactionLink } from '#renderer/views/transaction-link.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.sales.sale

/** Each token, the price, who buys, and what came of it. */
export const TermsSheet = ({ sale }: { readonly sale: SaleDetails }) => (
  <Sheet title={words.what}>
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
            {typeof status === 'string' && <TokenStatusChip token={{ status, ...soldBy(sale) }} />}
          </Flex>
        ))}
      </ul>
      <DetailList entries={entriesOf(sale)} />
    </Stack>
  </Sheet>
)

const types: Readonly<Record<string, string>> = words.types

const entriesOf = (sale: SaleDetails): readonly (readonly [string, ReactNode])[] => {
  const { buyer_address: buyer, delivery, tx_id: txId } = sale
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
    ...unknownFields(saleDetails, sale),
    [words.id, <Hash key="id" value={sale.id} what={words.id} onCopy={copy} />],
  ]
}
