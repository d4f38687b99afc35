import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import type { Database } from '#platform/db/database.ts'
import { amountColumn, metadataColumn } from './columns.ts'
import { isHolders, rangeOf, type OutputHolder, type OutputPage } from './find-outputs.ts'

const transactionRow = z.object({
  id: shortText,
  height: z.int(),
  position: z.int(),
  block_hash: shortText,
  slot: z.int(),
  confirmations: z.int(),
  cbor: z.instanceof(Uint8Array),
  fee: amountColumn,
  invalid_before: amountColumn.nullable(),
  invalid_hereafter: amountColumn.nullable(),
  metadata: metadataColumn,
})
export type TransactionRow = z.output<typeof transactionRow>

/** A transaction that is in a block; undefined for one that still waits. */
export const transactionWithId = (database: Database, id: string): TransactionRow | undefined =>
  database.get(
    transactionRow,
    `SELECT t.id, t.height, t.position, b.hash AS block_hash, b.slot, t.cbor, t.fee,
            (SELECT max(height) FROM blocks) - t.height AS confirmations,
            t.invalid_before, t.invalid_hereafter, t.metadata
     FROM transactions t JOIN blocks b ON b.height = t.height WHERE t.id = :id`,
    { id },
  )

/** A position on the chain: a block's height and an index in the block. */
export type BlockPosition = { readonly height: number; readonly index: number }

const useRow = z.object({
  tx_id: shortText,
  position: z.int(),
  height: z.int(),
  slot: z.int(),
})
export type UseRow = z.output<typeof useRow>

const inOrder = (page: OutputPage): string =>
  `ORDER BY t.seq ${page.order} LIMIT :count OFFSET :skipped`

/** The transactions that spend from a holder or pay to it, between two positions, both inclusive. */
export const findTransactionsAt = (
  database: Database,
  holder: OutputHolder,
  { from, to, ...page }: OutputPage & { readonly from: BlockPosition; readonly to: BlockPosition },
) =>
  database.all(
    useRow,
    `SELECT DISTINCT u.tx_id, t.position, t.height, b.slot
     FROM uses u JOIN transactions t ON t.id = u.tx_id JOIN blocks b ON b.height = t.height
     WHERE ${isHolders('u.address', holder)}
       AND (t.height, t.position) >= (:fromHeight, :fromIndex)
       AND (t.height, t.position) <= (:toHeight, :toIndex)
     ${inOrder(page)}`,
    {
      holder: holder.value,
      ...rangeOf(page),
      fromHeight: from.height,
      fromIndex: from.index,
      toHeight: to.height,
      toIndex: to.index,
    },
  )

const countRow = z.object({ transactions: z.int() })

/** How many transactions on the chain spend from a holder or pay to it. */
export const countTransactionsAt = (database: Database, holder: OutputHolder): number =>
  database.get(
    countRow,
    `SELECT count(DISTINCT u.tx_id) AS transactions
     FROM uses u JOIN transactions t ON t.id = u.tx_id
     WHERE ${isHolders('u.address', holder)} AND t.height IS NOT NULL`,
    { holder: holder.value },
  )?.transactions ?? 0

/** The transactions that put an asset into an output. One that burns all that it spends is none. */
export const findTransactionsOfAsset = (database: Database, unit: string, page: OutputPage) =>
  database.all(
    useRow,
    `SELECT DISTINCT t.id AS tx_id, t.position, t.height, b.slot
     FROM output_assets a JOIN outputs o ON o.seq = a.output
     JOIN transactions t ON t.id = o.tx_id JOIN blocks b ON b.height = t.height
     WHERE a.unit = :unit ${inOrder(page)}`,
    { unit, ...rangeOf(page) },
  )

const idRow = z.object({ id: shortText })

/** The transactions of one block, or those that wait for theirs. */
export const transactionsIn = (
  database: Database,
  height: number | 'mempool',
  page: OutputPage,
): readonly string[] =>
  database
    .all(idRow, `SELECT t.id FROM transactions t WHERE t.height IS :height ${inOrder(page)}`, {
      height: height === 'mempool' ? null : height,
      ...rangeOf(page),
    })
    .map(({ id }) => id)

const labelRow = z.object({ tx_id: shortText, metadata: metadataColumn })

/** The transactions with metadata under a label. */
export const findTransactionsWithLabel = (database: Database, label: string, page: OutputPage) =>
  database.all(
    labelRow,
    `SELECT t.id AS tx_id, t.metadata
     FROM metadata_labels l JOIN transactions t ON t.seq = l.transaction_seq
     WHERE l.label = :label AND t.height IS NOT NULL ${inOrder(page)}`,
    { label, ...rangeOf(page) },
  )
