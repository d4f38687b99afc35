import { ExternalLink } from 'lucide-react'
import type { MintDetails, MintReview, MintTransactionView } from '#contract/mints/calls.ts'
import { numberText, withAdaSign } from '#values/text/format.ts'
import { naturalOrder } from '#values/text/text.ts'
import { byLovelace } from '#renderer/data/by-lovelace.ts'
import { copy } from '#renderer/stores/copy.ts'
import type { MintRef } from '#renderer/data/minting.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'
import { Sheet } from '#renderer/ui/page.tsx'
import { type SheetColumn, SortedTable } from '#renderer/ui/sorted-table.tsx'
import { exactColumn } from '#renderer/ui/amounts.tsx'
import { Ada, Hash } from '#renderer/ui/text-parts.tsx'
import { mintNoun, TransactionState, transactionStateText } from '../mint-state.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.minting.mint.table

/** One that went well stands in the details. */
export const hasTransactionTable = ({ transactions }: Pick<MintDetails, 'transactions'>): boolean =>
  transactions.length > 1 || transactions.some(({ message }) => message !== null)

/** Every transaction: what it costs, how far it is, and where it can be looked at. */
export const TransactionTable = ({
  mint,
  mintRef,
}: {
  readonly mint: MintDetails
  readonly mintRef: MintRef
}) => {
  const { data: review } = useCall('minting.review', mintRef)
  const rows = mint.transactions.map((transaction, index): Row => ({
    ...transaction,
    position: index + 1,
    inspected: review?.transactions[index],
    isRoyalty: mint.with_royalty === true && index === 0,
  }))
  return (
    <Sheet title={text.minting.mint.transactions}>
      <SortedTable
        rows={rows}
        columns={columnsOf(mint, rows)}
        rowKey={(row) => row.tx_id}
        label={words.label(mintNoun(mint))}
        isLow
      />
    </Sheet>
  )
}

type Row = MintTransactionView & {
  /** From 1, in the order that they are sent in. */
  readonly position: number
  readonly inspected: MintReview['transactions'][number] | undefined
  /** It mints the royalty token, which is none of the mint's tokens. */
  readonly isRoyalty: boolean
}

const feeOf = ({ inspected, fee }: Row): string => inspected?.fee ?? String(fee)

const alongOf = ({ inspected }: Row): string => inspected?.along ?? '0'

const columnsOf = (
  { status, wanted }: MintDetails,
  rows: readonly Row[],
): readonly SheetColumn<Row>[] => {
  // Before a signature nothing is rounded.
  const isExact = status === 'awaiting_witnesses'
  const ofFees = isExact ? exactColumn(rows.map(feeOf)) : undefined
  const ofAlong = isExact ? exactColumn(rows.map(alongOf)) : undefined
  return [
    {
      key: 'position',
      title: words.position,
      sort: (a, b) => a.position - b.position,
      cell: ({ position }) => <span className={ui['number']}>{position}</span>,
    },
    {
      key: 'txId',
      title: words.txId,
      cell: ({ tx_id: txId, message }) => (
        <>
          <Hash value={txId} what={words.txId} onCopy={copy} />
          {message !== null && <div className={ui['small']}>{withAdaSign(message)}</div>}
        </>
      ),
    },
    {
      key: 'tokens',
      title: words.tokens,
      align: 'end',
      sort: (a, b) => a.tokens - b.tokens,
      cell: ({ tokens, isRoyalty }) =>
        isRoyalty ? text.minting.kinds.royalty : numberText(tokens),
    },
    {
      key: 'fee',
      title: words.fee,
      align: 'end',
      sort: (a, b) => byLovelace(feeOf(a), feeOf(b)),
      cell: (row) => <Ada lovelace={feeOf(row)} shown={ofFees?.(feeOf(row))} />,
    },
    {
      key: 'along',
      title: words.along,
      align: 'end',
      sort: (a, b) => byLovelace(alongOf(a), alongOf(b)),
      cell: (row) =>
        row.inspected !== undefined && (
          <Ada lovelace={alongOf(row)} shown={ofAlong?.(alongOf(row))} />
        ),
    },
    {
      key: 'size',
      title: words.size,
      align: 'end',
      sort: (a, b) => a.size - b.size,
      cell: ({ size, inspected }) =>
        words.bytes(
          numberText(size),
          inspected === undefined ? undefined : numberText(inspected.limit),
        ),
    },
    {
      key: 'state',
      title: words.state,
      sort: (a, b) =>
        naturalOrder(transactionStateText(a), transactionStateText(b)) ||
        a.confirmations - b.confirmations,
      cell: ({ confirmations, ...transaction }) => (
        <>
          <TransactionState {...transaction} />
          {transaction.status === 'in_block' && (
            <span className={ui['small']}>
              {' '}
              {words.confirmations(Math.min(confirmations, wanted), wanted)}
            </span>
          )}
        </>
      ),
    },
    { key: 'link', title: words.link, cell: (row) => <ExplorerLink {...row} /> },
  ]
}

/** Where it can be looked at, once an explorer knows it. */
export const pageOnChain = ({ status, page }: MintTransactionView): string | null =>
  status === 'in_block' || status === 'confirmed' ? page : null

const ExplorerLink = (row: Row) => {
  const page = pageOnChain(row)
  return (
    page !== null && (
      <a
        className={ui['link']}
        href={page}
        target="_blank"
        rel="noreferrer"
        aria-label={words.openOf(row.position)}
      >
        {words.open}
        <ExternalLink size={14} aria-hidden />
      </a>
    )
  )
}
