import type { Sale } from './wire/sale.ts'

/** What a refund spends and who receives it, the same for the studio and its clients. */

/** In these states the counted payments have been spent by the sale's mint. */
const sold: ReadonlySet<string> = new Set(['SUBMITTING', 'MINTING', 'COMPLETED'])

/**
 * Whether a refund returns only the surplus of a sale that goes on. A sale that waits for its
 * signatures returns its surplus first, and can then still be refunded itself.
 */
export const refundsSurplusOnly = (status: string, hasSurplus: boolean): boolean =>
  sold.has(status) || (status === 'PROCESSING' && hasSurplus)

/** The payments that a refund spends. */
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
 * The receiver of a payment's refund. A receiver other than the payer gets only what cannot be sent
 * back, unless one address paid everything: Coldpress does not redirect money unasked.
 * @param to the receiver that the user named
 * @returns undefined when the user must name one
 */
export const refundReceiver = (
  payments: readonly Payer[],
  to: string | undefined,
): ((payment: Payer) => string | undefined) => {
  const isOne = new Set(payments.map(({ address }) => address)).size === 1
  return ({ address, is_reachable: isReachable = true }) =>
    isOne && to !== undefined ? to : isReachable ? address : to
}
