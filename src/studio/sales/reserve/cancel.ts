import { isThere } from '#contract/sales/payment-due.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { Studio } from '../../options.ts'
import { existingSale } from '../existing-sale.ts'
import { freeSaleTokens, type SaleRow, updateSale, priceOfSale } from '../../store/sales.ts'
import { paymentsOf, setPaymentUse } from '../payments.ts'
import { saleStatus, stateWords } from '#contract/sales/sale-status.ts'
import type { Database } from '#platform/db/database.ts'
import { reachingPayments } from '../watch/evaluate-sale.ts'
import { tooManyForBuyer } from '../watch/buyer-limit.ts'
import { isInTime, reservationTime } from '../watch/in-time.ts'

/**
 * Cancels a sale whose price nobody has paid, and releases its tokens. Its address is still polled: what was
 * paid in part, or comes late, can be refunded.
 * @throws ColdpressError `not_found`; `conflict` once it is paid, or over
 */
export const cancelSale = ({ database, now }: Studio, saleId: string): SaleRow =>
  database.transact(() => {
    const sale = existingSale({ database }, saleId)
    const { acceptsPayment, isUnresolved } = saleStatus[sale.status]
    if (!acceptsPayment) {
      const advice = isUnresolved ? ' Resolve it by a refund instead.' : ''
      throw new ColdpressError(
        'conflict',
        `the sale has ${stateWords(sale.status)}, so it cannot be cancelled.${advice}`,
      )
    }
    if (isPriceReached(database, sale)) {
      throw new ColdpressError(
        'conflict',
        'the sale has a payment on the chain already that reaches its price, so it cannot be cancelled. Wait until it counts, then resolve it by a refund if need be.',
      )
    }
    const at = now().toISOString()
    freeSaleTokens(database, saleId, at)
    for (const payment of paymentsOf(database, saleId).filter(isThere))
      setPaymentUse(database, payment, 'unconfirmed')
    return updateSale(
      database,
      sale,
      { status: 'CANCELLED', is_cancelled: true, buyer_address: null, error: null, watch_at: 0 },
      at,
    )
  })

/** Whether a payer who may have the tokens has paid the whole price in time, confirmed or not. */
export const isPriceReached = (database: Database, sale: SaleRow): boolean => {
  const time = reservationTime(database, sale)
  const payments = paymentsOf(database, sale.id).filter(
    (payment) =>
      isThere(payment) &&
      isInTime(time, payment) &&
      tooManyForBuyer(database, sale, payment) === undefined,
  )
  return reachingPayments(payments, priceOfSale(database, sale)) !== undefined
}
