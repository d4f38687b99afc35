import type { SaleDetails, SalePayment } from '#contract/sales/calls.ts'
import { numberText } from '#values/text/format.ts'
import { naturalOrder } from '#values/text/text.ts'
import { byLovelace } from '#renderer/data/by-lovelace.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { AdaSentence } from '#renderer/ui/ada-sentence.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { type SheetColumn, SortedTable } from '#renderer/ui/sorted-table.tsx'
import { Ada, Hash, When } from '#renderer/ui/text-parts.tsx'
import { TransactionLink } from '../../transaction-link.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.sales.sale
const titles = words.paymentColumns

/** Every payment that was seen, and what it is used for. */
export const PaymentsSheet = ({ sale }: { readonly sale: SaleDetails }) => (
  <Sheet title={words.payments}>
    {sale.payments.length === 0 ? (
      <p className={ui['soft']}>{words.noPayments}</p>
    ) : (
      <SortedTable
        rows={sale.payments.map((payment, index) => ({ ...payment, position: index + 1 }))}
        columns={columns}
        rowKey={({ tx_id: txId, index }) => `${txId} ${index}`}
        label={words.payments}
      />
    )}
  </Sheet>
)

type Row = SalePayment & {
  /** From 1, in the order that they were seen in. */
  readonly position: number
}

const columns: readonly SheetColumn<Row>[] = [
  {
    key: 'from',
    title: titles.from,
    sort: (a, b) => naturalOrder(a.address, b.address),
    cell: ({ address, payer }) => (
      <>
        <Hash value={address} what={titles.from} onCopy={copy} />
        {payer === null && <div className={ui['soft']}>{words.alone}</div>}
        {typeof payer === 'string' && (
          <div className={ui['soft']}>
            {words.payer} <Hash value={payer} what={words.payer} onCopy={copy} />
          </div>
        )}
      </>
    ),
  },
  {
    key: 'amount',
    title: titles.amount,
    align: 'end',
    sort: (a, b) => byLovelace(a.lovelace, b.lovelace),
    cell: ({ lovelace, counts, assets }) => (
      <>
        <Ada lovelace={lovelace} />
        {assets.length > 0 && <div className={ui['soft']}>{words.otherTokens(assets.length)}</div>}
        {counts !== lovelace && (
          <div className={ui['soft']}>
            {counts === 0 ? (
              words.countsNothing
            ) : (
              <AdaSentence say={words.counts} amounts={[{ lovelace: counts }]} />
            )}
          </div>
        )}
      </>
    ),
  },
  {
    key: 'use',
    title: titles.use,
    sort: (a, b) => naturalOrder(words.uses[a.use], words.uses[b.use]),
    cell: ({ use, spent_in: spentIn, spentPage, position }) => (
      <>
        {words.uses[use]}
        {typeof spentIn === 'string' && (
          <div>
            <TransactionLink txId={spentIn} page={spentPage} label={words.openSpend(position)} />
          </div>
        )}
      </>
    ),
  },
  {
    key: 'at',
    title: titles.at,
    sort: (a, b) => a.slot - b.slot,
    cell: ({ at, slot }) =>
      at === null ? text.common.slot(String(slot)) : <When at={at} slot={String(slot)} />,
  },
  {
    key: 'blocks',
    title: titles.blocks,
    align: 'end',
    sort: (a, b) => a.confirmations - b.confirmations,
    cell: ({ confirmations }) => numberText(confirmations),
  },
  {
    key: 'transaction',
    title: words.transaction,
    cell: ({ tx_id: txId, page, position }) => (
      <TransactionLink txId={txId} page={page} label={words.openPayment(position)} />
    ),
  },
]
