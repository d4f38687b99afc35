import { Button, Stack, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import type { SaleFacts } from '#contract/sales/calls.ts'
import { durationWords } from '#values/text/format.ts'
import { copy } from '#renderer/stores/copy.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import type { SaleRef } from '#renderer/data/sales.ts'
import { text } from '#renderer/text/en.ts'
import { Facts, Sheet } from '#renderer/ui/page.tsx'
import { TokenImage } from '#renderer/ui/token-image.tsx'
import { Ada, CutText, Hash } from '#renderer/ui/text-parts.tsx'
import { TokenStatus } from '#renderer/views/collections/chips.tsx'
import { finalityEntries } from '#renderer/views/finality.tsx'
import { TransactionLink } from '#renderer/views/transaction-link.tsx'
import styles from '../sales.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.sales.sale

/** The tokens, the price, who buys, and what came of it. */
export const FactsSheet = ({
  sale,
  saleRef,
}: {
  readonly sale: SaleFacts
  readonly saleRef: SaleRef
}) => (
  <Sheet title={words.what}>
    <Stack gap="md">
      <ul className={ui['list']} aria-label={words.list}>
        {sale.tokens.map(({ id, name, asset_name: assetName, cid, status }) => (
          <li key={id} className={ui['line']}>
            <span className={styles['tokenImage']}>
              <TokenImage cid={cid} alt="" size={96} />
            </span>
            <span className={ui['grow']}>
              <CutText isMany>{name}</CutText>
              <CutText isMany className={ui['soft']}>
                {assetName}
              </CutText>
            </span>
            <TokenStatus status={status} />
          </li>
        ))}
      </ul>
      <Facts entries={entriesOf(sale, saleRef)} />
    </Stack>
  </Sheet>
)

const types: Readonly<Record<string, string>> = words.types

const entriesOf = (
  sale: SaleFacts,
  saleRef: SaleRef,
): readonly (readonly [string, ReactNode])[] => {
  const amount = (lovelace: string): ReactNode => <Ada lovelace={lovelace} />
  const known = (term: string, lovelace: string | null): readonly [string, ReactNode][] =>
    lovelace === null ? [] : [[term, amount(lovelace)]]
  return [
    [words.type, types[sale.type] ?? sale.type],
    [words.price, amount(sale.price)],
    ...(sale.tokens.length === 1 ? [] : [[words.priceOfAll, amount(sale.total)] as const]),
    [
      words.buyer,
      sale.buyer === null ? (
        words.noBuyer
      ) : (
        <Hash key="buyer" value={sale.buyer} what={words.buyer} onCopy={copy} />
      ),
    ],
    ...(sale.delivery === null
      ? []
      : [
          [
            words.delivery.term,
            words.delivery.within(durationWords(BigInt(sale.delivery.within))),
          ] as const,
        ]),
    ...known(words.income, sale.income),
    ...known(words.txFee, sale.txFee),
    ...(sale.nftFee === null
      ? []
      : [
          [
            words.nftFee,
            <Tooltip key="along" label={words.nftFeeHint}>
              <span>{amount(sale.nftFee)}</span>
            </Tooltip>,
          ] as const,
        ]),
    ...(sale.txId === null
      ? []
      : [
          [
            words.transaction,
            <TransactionLink
              key="transaction"
              txId={sale.txId}
              page={sale.page}
              label={words.openTransaction}
            />,
          ] as const,
        ]),
    ...finalityEntries(sale.finality),
    ...(sale.refundId === null
      ? []
      : [
          [words.refund, <Refund key="refund" saleRef={saleRef} mintId={sale.refundId} />] as const,
        ]),
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
