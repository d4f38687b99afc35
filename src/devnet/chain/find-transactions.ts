import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import type { Database } from '#platform/db/database.ts'
import { amountColumn, metadataColumn } from './columns.ts'
import { rangeOf, type OutputPage } from './find-outputs.ts'

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

/**
 * The transactions that spend from an address or pay to it, between two positions, both inclusive.
 */
export const findTransactionsAt = (
  database: Database,
  address: string,
  { from, to, ...page }: OutputPage & { readonly from: BlockPosition; readonly to: BlockPosition },
) =>
  database.all(
    useRow,
    `SELECT u.tx_id, t.position, t.height, b.slot
     FROM uses u JOIN transactions t ON t.id = u.tx_id JOIN blocks b ON b.height = t.height
     WHERE u.address = :address
       AND (t.height, t.position) >= (:fromHeight, :fromIndex)
       AND (t.height, t.position) <= (:toHeight, :toIndex)
     ORDER BY t.seq ${page.order} LIMIT :count OFFSET :skipped`,
    {
      address,
      ...rangeOf(page),
      fromHeight: from.height,
      fromIndex: from.index,
      toHeight: to.height,
      toIndex: to.index,
    },
  )
