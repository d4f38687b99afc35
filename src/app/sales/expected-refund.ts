import { refundReturns } from '#contract/sales/refund-rules.ts'
import type { Sale } from '#contract/sales/sale.ts'

export type SalePayment = NonNullable<Sale['payments']>[number]

/** A receiver of a refund; amounts before the transaction's fee. */
export type RefundReceiver = {
  readonly address: string
  readonly lovelace: number
  readonly assets: readonly { readonly unit: string; readonly quantity: string }[]
}

/** Money of one payer that a refund does not give back; amounts as they were paid. */
export type LeftRefund = RefundReceiver & {
  /**
   * Lovelace that it lacks to bear its own way back, which the collection's payment address may pay;
   * 0 where something else is in the way.
   */
  readonly missing: bigint
  /** Nobody gets it before the user names a receiver: a script paid, or a Byron address. */
  readonly needsReceiver: boolean
}

/** Who gets which payment by a refund of this sale now; see {@link refundReturns}. */
export const returnsOf = ({ status, payments = [] }: Sale, to?: string) =>
  refundReturns(status, payments, to)

/**
 * The receivers of a refund of this sale now, as far as its rules say. The fee is not deducted, and
 * what cannot bear its own way back is not left out: both are known once the refund is built.
 */
export const expectedRefund = (sale: Sale, to?: string): readonly RefundReceiver[] =>
  [...Map.groupBy(returnsOf(sale, to).returns, (one) => one.to)].map(([address, its]) =>
    receiverOf(
      address,
      its.map(({ payment }) => payment),
    ),
  )

/** What waits until the user names a receiver. */
export const waitingForReceiver = (sale: Sale, to?: string): readonly LeftRefund[] =>
  [...Map.groupBy(returnsOf(sale, to).waiting, ({ address }) => address)].map(([address, its]) => ({
    ...receiverOf(address, its),
    missing: 0n,
    needsReceiver: true,
  }))

/** All of some payments together. */
export const receiverOf = (
  address: string,
  its: readonly Pick<SalePayment, 'lovelace' | 'assets'>[],
): RefundReceiver => ({
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
})
