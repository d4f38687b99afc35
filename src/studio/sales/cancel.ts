import { ColdpressError } from '#shared/errors.ts'
import type { Studio } from '../options.ts'
import { existingSale } from './existing-sale.ts'
import { freeSaleTokens, type SaleRow, updateSale } from '../store/sales.ts'
import { paymentsOf } from './payments.ts'

/**
 * Cancels an unpaid sale and releases its tokens. Its address is still polled, so that a late payment can be
 * refunded.
 * @throws ColdpressError `not_found`; `conflict` once it is paid, or over
 */
export const cancelSale = ({ database, now }: Studio, saleId: string): SaleRow =>
  database.transact(() => {
    const sale = existingSale({ database }, saleId)
    if (sale.status !== 'RESERVED') {
      const advice = sale.status.startsWith('UNRESOLVED_') ? ' Resolve it by a refund instead.' : ''
      throw new ColdpressError(
        'conflict',
        `the sale is ${sale.status}, so it cannot be cancelled.${advice}`,
      )
    }
    if (paymentsOf(database, saleId).length > 0) {
      throw new ColdpressError(
        'conflict',
        'the sale has a payment on the chain already, so it cannot be cancelled. Wait until it counts, then resolve it by a refund if need be.',
      )
    }
    const at = now().toISOString()
    freeSaleTokens(database, saleId, at)
    return updateSale(database, sale, { status: 'CANCELLED', is_cancelled: true }, at)
  })
