import { z } from 'zod'
import { documentText, shortText } from '#values/bounds/bounded.ts'
import { columns, type Database } from '#platform/db/database.ts'
import { amountColumn, assetsColumn } from './columns.ts'

/** Which part of a list is asked for: `page` counts from 1. */
export type OutputPage = {
  readonly count: number
  readonly page: number
  readonly order: 'asc' | 'desc'
}

export const rangeOf = ({ count, page }: OutputPage) => ({ count, skipped: (page - 1) * count })

const outputRow = z.object({
  tx_id: shortText,
  output_index: z.int(),
  address: shortText,
  lovelace: amountColumn,
  assets: assetsColumn,
  data_hash: shortText.nullable(),
  inline_datum: documentText.nullable(),
  script_hash: shortText.nullable(),
})
export type OutputRow = z.output<typeof outputRow>

const parts = `o.tx_id, o.output_index, o.address, o.lovelace, o.assets,
  o.data_hash, o.inline_datum, o.script_hash`

const unspentRow = outputRow.extend({ block_hash: shortText })

/** The outputs at an address, without transactions that wait for a block. */
export const outputsAt = (database: Database, address: string, page: OutputPage) =>
  database.all(
    unspentRow,
    `SELECT ${parts}, b.hash AS block_hash
     FROM outputs o JOIN blocks b ON b.height = o.created_height
     WHERE o.address = :address AND o.created_height IS NOT NULL AND o.spent_height IS NULL
     ORDER BY o.seq ${page.order} LIMIT :count OFFSET :skipped`,
    { address, ...rangeOf(page) },
  )

/** Whether an output on the chain, spent or not, was ever at the address. */
export const isKnownAddress = (database: Database, address: string): boolean =>
  database.get(
    z.object({ known: z.literal(1) }),
    `SELECT 1 AS known FROM outputs
     WHERE address = :address AND created_height IS NOT NULL LIMIT 1`,
    { address },
  ) !== undefined

const madeRow = outputRow.extend({ consumed_by: shortText.nullable() })

export const outputsOf = (database: Database, txId: string) =>
  database.all(
    madeRow,
    `SELECT ${parts}, CASE WHEN o.spent_height IS NULL THEN NULL ELSE o.spent_by END AS consumed_by
     FROM outputs o WHERE o.tx_id = :txId ORDER BY o.output_index`,
    { txId },
  )

const inputRow = outputRow.extend({ is_reference: columns.boolean })

/** The outputs that a transaction spends, then those that it only reads. */
export const inputsOf = (database: Database, txId: string) =>
  database.all(
    inputRow,
    `SELECT ${parts}, i.is_reference
     FROM inputs i JOIN outputs o ON o.tx_id = i.source_id AND o.output_index = i.source_index
     WHERE i.tx_id = :txId ORDER BY i.is_reference, i.position`,
    { txId },
  )
