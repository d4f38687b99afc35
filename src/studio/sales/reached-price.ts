import { isThere } from '#contract/sales/payment-due.ts'
import type { Database } from '#platform/db/database.ts'
import { priceOfSale, type SaleRow } from '../store/sales.ts'
import { reachingPayments } from './evaluate-sale.ts'
import { isInTime, reservationTime } from './in-time.ts'
import { paymentsOf } from './payments.ts'

/** Whether a payer has paid the whole price in time, confirmed or not; a part payment pays for nothing. */
export const isPriceReached = (database: Database, sale: SaleRow): boolean => {
  const time = reservationTime(database, sale)
  const payments = paymentsOf(database, sale.id).filter(
    (payment) => isThere(payment) && isInTime(time, payment),
  )
  return reachingPayments(payments, priceOfSale(database, sale)) !== undefined
}
