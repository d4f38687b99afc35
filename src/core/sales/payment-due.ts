import { paymentFor } from '#shared/min-payment.ts'
import { totalPrice } from '#shared/total-price.ts'
import type { Sale } from '#shared/wire/sale.ts'

/** The amount to pay now, in lovelace: the rest once a part has arrived, 0 when nothing is due. */
export const paymentDue = ({ status, payments, price, supply }: Sale): bigint => {
  const isOpen = status === 'RESERVED' || status === 'UNRESOLVED_UNDERPAID'
  const paid = (payments ?? []).reduce((sum, { lovelace }) => sum + BigInt(lovelace), 0n)
  const missing = totalPrice(price, supply) - paid
  return isOpen && missing > 0n ? paymentFor(missing) : 0n
}
