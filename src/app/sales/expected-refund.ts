import { refundReturns } from '#contract/sales/refund-rules.ts'
import type { RefundPlan } from '#contract/sales/calls.ts'
import type { Sale } from '#contract/sales/sale.ts'

type SalePayment = NonNullable<Sale['payments']>[number]

export type RefundReceiver = RefundPlan['receivers'][number]
export type LeftRefund = RefundPlan['left'][number]

/** Who gets which payment by a refund of this sale now; see {@link refundReturns}. */
export const returnsOf = ({ status, payments = [] }: Sale, to?: string) =>
  refundReturns(status, payments, to)

/**
 * The receivers of a refund of this sale now, as far as its rules say. The fee is not deducted, and
 * what cannot bear its own way back is not left out: both are known once the refund is built.
 */
export const expectedRefund = (sale: Sale, to?: string): RefundReceiver[] =>
  [...Map.groupBy(returnsOf(sale, to).returns, (given) => given.to)].map(([address, returns]) =>
    receiverOf(
      address,
      returns.map(({ payment }) => payment),
    ),
  )

/** What waits until the user names a receiver. */
export const waitingForReceiver = (sale: Sale, to?: string): LeftRefund[] =>
  [...Map.groupBy(returnsOf(sale, to).waiting, ({ address }) => address)].map(
    ([address, paid]) => ({
      ...receiverOf(address, paid),
      missing: 0,
      needsReceiver: true,
    }),
  )

/** All of some payments together; before the transaction's fee. */
export const receiverOf = (
  address: string,
  payments: readonly Pick<SalePayment, 'lovelace' | 'assets'>[],
): RefundReceiver => ({
  address,
  lovelace: payments.reduce((sum, { lovelace }) => sum + lovelace, 0),
  assets: [
    ...Map.groupBy(
      payments.flatMap(({ assets }) => assets),
      ({ unit }) => unit,
    ),
  ].map(([unit, all]) => ({
    unit,
    quantity: String(all.reduce((sum, { quantity }) => sum + BigInt(quantity), 0n)),
  })),
})
