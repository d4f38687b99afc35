import type { Sale } from './wire/sale.ts'

/** What a refund spends and to whom it goes, the same for the studio and its clients. */

/** In these the payments that were counted carry the sale, or have carried it. */
const sold: ReadonlySet<string> = new Set(['SUBMITTING', 'MINTING', 'COMPLETED'])

/**
 * Whether a refund gives back only what was paid beyond a sale that goes on. One that waits for its
 * signatures gives that back first, and may then be given back as well.
 */
export const refundsSurplusOnly = (status: string, hasSurplus: boolean): boolean =>
  sold.has(status) || (status === 'PROCESSING' && hasSurplus)

/** What a refund spends. */
export const refundedPayments = <Payment extends { readonly use: string }>(
  status: string,
  payments: readonly Payment[],
): readonly Payment[] => {
  const surplus = payments.filter(({ use }) => use === 'surplus')
  if (refundsSurplusOnly(status, surplus.length > 0)) return surplus
  return payments.filter(({ use }) => use === 'surplus' || use === 'counted')
}

type Payer = Pick<NonNullable<Sale['payments']>[number], 'address' | 'is_reachable'>

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
