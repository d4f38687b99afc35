import { z } from 'zod'
import type { WholeCollection } from '#contract/collections/collection.ts'
import type { Database } from '#platform/db/database.ts'

/** The sum of no rows is null. SQLite's 64-bit integers hold more than the supply of lovelace. */
const sum = z
  .number()
  .nullable()
  .transform((value) => value ?? 0)

const sumsRow = z.object({
  sales: z.int(),
  tokens: sum,
  revenue: sum,
  income: sum,
  nft_fee: sum,
  tx_fee: sum,
})

type SaleCounters = Pick<
  WholeCollection,
  | 'sales_count'
  | 'token_sold_count'
  | 'revenue'
  | 'income'
  | 'service_fee'
  | 'affiliate_commission'
  | 'nft_fee'
  | 'tx_fee'
  | 'total_fees'
>

/**
 * Revenue of a collection's completed sales in lovelace: income plus fees. Tokens minted for own use don't
 * count.
 */
export const saleCounters = (database: Database, collectionId: string): SaleCounters => {
  const row = database.get(
    sumsRow,
    `SELECT COUNT(*) AS sales, SUM(supply) AS tokens,
       SUM(CAST(price AS INTEGER) * supply) AS revenue,
       SUM(CAST(income AS INTEGER)) AS income,
       SUM(CAST(nft_fee AS INTEGER)) AS nft_fee,
       SUM(CAST(tx_fee AS INTEGER)) AS tx_fee
     FROM (
       SELECT price, income, nft_fee, tx_fee,
         (SELECT COUNT(*) FROM sale_tokens WHERE sale_id = sales.id) AS supply
       FROM sales WHERE collection_id = :collectionId AND status = 'COMPLETED')`,
    { collectionId },
  )
  const { sales, tokens, ...amounts } = row ?? noSales
  return {
    sales_count: sales,
    token_sold_count: tokens,
    ...amounts,
    service_fee: 0,
    affiliate_commission: 0,
    total_fees: amounts.tx_fee + amounts.nft_fee,
  }
}

/** An aggregate query always returns a row, but its type allows none. */
const noSales = { sales: 0, tokens: 0, revenue: 0, income: 0, nft_fee: 0, tx_fee: 0 } as const
