import type { Sale } from '../../shared/wire/sale.ts'

/** Somebody to whom a refund goes; amounts before the transaction's fee. */
export type RefundReceiver = {
  readonly address: string
  readonly lovelace: number
  readonly assets: readonly { readonly unit: string; readonly quantity: string }[]
}

/** In these the payments that were counted carry the sale, or have carried it. */
const sold: ReadonlySet<string> = new Set(['SUBMITTING', 'MINTING', 'COMPLETED'])

/**
 * What a refund spends. What was paid beyond a sale that goes on goes back first; one that waits for
 * its signatures may then be given back as well.
 */
export const refundedPayments = <Payment extends { readonly use: string }>(
  status: string,
  payments: readonly Payment[],
): readonly Payment[] => {
  const surplus = payments.filter(({ use }) => use === 'surplus')
  if (sold.has(status) || (status === 'PROCESSING' && surplus.length > 0)) return surplus
  return payments.filter(({ use }) => use === 'surplus' || use === 'counted')
}

/**
 * To whom a refund gives a payment. Another receiver than who paid gets only what cannot be sent
 * back, unless all was paid from one address: nobody's money may go to somebody else unasked.
 * @param to the receiver that was named
 * @returns undefined where one has to be named
 */
export const refundReceiver = (
  payments: readonly Payer[],
  to: string | undefined,
): ((payment: Payer) => string | undefined) => {
  const isOne = new Set(payments.map(({ address }) => address)).size === 1
  return ({ address, is_reachable: isReachable = true }) =>
    isOne && to !== undefined ? to : isReachable ? address : to
}

type Payer = Pick<NonNullable<Sale['payments']>[number], 'address' | 'is_reachable'>

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
