import { refundedPayments, refundReceiver } from '#shared/refund-rules.ts'
import type { Sale } from '#shared/wire/sale.ts'

/** Somebody to whom a refund goes; amounts before the transaction's fee. */
export type RefundReceiver = {
  readonly address: string
  readonly lovelace: number
  readonly assets: readonly { readonly unit: string; readonly quantity: string }[]
}

/**
 * Who would get what back if a sale were refunded now: each payer what they paid, and `to` what
 * {@link refundReceiver} says. The fee, which is known once the refund is built, is still in it.
 */
export const expectedRefund = (sale: Sale, to?: string): readonly RefundReceiver[] => {
  const payments = refundedPayments(sale.status, sale.payments ?? [])
  const receiverOf = refundReceiver(payments, to)
  const byReceiver = Map.groupBy(payments, (payment) => receiverOf(payment) ?? payment.address)
  return [...byReceiver].map(([address, its]) => ({
    address,
    lovelace: its.reduce((sum, { lovelace }) => sum + lovelace, 0),
    assets: [
      ...Map.groupBy(
        its.flatMap(({ assets }) => assets),
        ({ unit }) => unit,
      ),
    ].map(([unit, all]) => ({
      unit,
      quantity: String(all.reduce((sum, { quantity }) => sum + BigInt(quantity), 0n)),
    })),
  }))
}
