import { z } from 'zod'
import { isoTime, shortText } from '#values/bounds/bounded.ts'
import type { Database } from '#platform/db/database.ts'

const addressRow = z.object({
  wallet_id: shortText,
  account_key: shortText,
  wallet_index: z.int(),
  since: isoTime,
})
/** An address that was given to a buyer and that no sale has any more. It is still looked at. */
export type SalelessAddress = z.output<typeof addressRow>

/** Keeps the addresses of a collection's sales, before the collection and its sales are deleted. */
export const rememberSales = (database: Database, collectionId: string, at: string): void => {
  database.run(
    `INSERT INTO saleless_addresses (wallet_id, wallet_index, sale_id, collection_name, since)
     SELECT wallet_id, wallet_index, sales.id, collections.name, :at
     FROM sales JOIN collections ON collections.id = collection_id
     WHERE collection_id = :collectionId
     ON CONFLICT DO NOTHING`,
    { collectionId, at },
  )
}

/** Keeps an address that was given out for a sale that the database does not know. */
export const rememberForgotten = (
  database: Database,
  of: { readonly walletId: string; readonly index: number; readonly at: string },
): void => {
  const { walletId: wallet_id, index: wallet_index, at: since } = of
  database.insert(
    'saleless_addresses',
    { wallet_id, wallet_index, since },
    'ON CONFLICT DO NOTHING',
  )
}

/** Those to look at now, the longest due first. */
export const salelessToWatch = (
  database: Database,
  nowMs: number,
  most: number,
): SalelessAddress[] =>
  database.all(
    addressRow,
    `SELECT saleless_addresses.*, account_key FROM saleless_addresses
     JOIN sale_wallets ON sale_wallets.id = wallet_id
     WHERE watch_at <= :nowMs ORDER BY watch_at LIMIT :most`,
    { nowMs, most },
  )

export const setSalelessWatch = (
  database: Database,
  { wallet_id, wallet_index }: SalelessAddress,
  watchAt: number,
): void => {
  database.update('saleless_addresses', { watch_at: watchAt }, { wallet_id, wallet_index })
}
