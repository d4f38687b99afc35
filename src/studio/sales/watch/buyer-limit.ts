import { z } from 'zod'
import { saleErrorOf } from '#contract/sales/explain-sale-error.ts'
import type { SaleError } from '#contract/sales/sale.ts'
import { statusesWhere } from '#contract/sales/sale-status.ts'
import type { Database } from '#platform/db/database.ts'
import { type SaleRow, saleTokens } from '../../store/sales.ts'
import type { PaymentRow } from '../payments.ts'

/** Who pays: by the key that all inputs share, or where they share none, by the address of the first. */
export type Buyer = Pick<PaymentRow, 'payer_key' | 'from_address'>

/** Whose price is paid and not given back. */
const soldStatuses = statusesWhere(({ price }) => price === 'counted' || price === 'spent')

/**
 * Why a buyer may not have a sale's tokens: with what other sales of the collection that state
 * `max_per_buyer` have sold them, it would be more. Undefined where they may. Their payments count
 * nothing: who reserved is not known, and nobody else may end that reservation by paying.
 */
export const tooManyForBuyer = (
  database: Database,
  { id, collection_id: collectionId, max_per_buyer: most }: SaleRow,
  buyer: Buyer,
): SaleError | undefined => {
  if (most === null) return undefined
  const { length: tokens } = saleTokens(database, id)
  const has = countBought(database, { id, collectionId, buyer })
  if (has + tokens <= most) return undefined
  return saleErrorOf('TooManyForBuyerError', { buyer: buyer.from_address, most, has, tokens })
}

const countBought = (
  database: Database,
  {
    id,
    collectionId,
    buyer: { payer_key: key, from_address: address },
  }: { readonly id: string; readonly collectionId: string; readonly buyer: Buyer },
): number =>
  database.get(
    z.object({ tokens: z.int() }),
    `SELECT COUNT(*) AS tokens FROM sale_tokens WHERE sale_id IN (
       SELECT sales.id FROM sale_payments CROSS JOIN sales ON sales.id = sale_payments.sale_id
       WHERE payer_key = :key AND (:key <> '' OR from_address = :address) AND use = 'counted'
         AND sales.id <> :id AND collection_id = :collectionId AND max_per_buyer IS NOT NULL
         AND status IN (SELECT value FROM json_each(:statuses)))`,
    { id, collectionId, key: key ?? '', address, statuses: JSON.stringify(soldStatuses) },
  )?.tokens ?? 0
