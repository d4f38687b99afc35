import { refundedPayments, refundReceiver } from '#shared/refund-rules.ts'
import type { Sale } from '#shared/wire/sale.ts'

/** A receiver of a refund; amounts before the transaction's fee. */
export type RefundReceiver = {
  readonly address: string
  readonly lovelace: number
  readonly assets: readonly { readonly unit: string; readonly quantity: string }[]
}

/**
 * The receivers of a refund of this sale now: each payer their payment, and `to` the amount of
 * {@link refundReceiver}. The fee is not deducted; it is known once the refund is built.
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
