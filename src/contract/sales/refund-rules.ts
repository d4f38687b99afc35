import type { Sale } from './sale.ts'
import { statusOf } from './sale-status.ts'

/** What a refund spends and who receives it, the same for the studio and its clients. */

/**
 * Whether a refund returns only the surplus of a sale that goes on. A sale that waits for its payment
 * or its signatures returns its surplus first; a paid one can then still be refunded itself.
 * @param hasSurplus without what a refund leaves: what lacks its own way back, or has no receiver
 */
export const refundsSurplusOnly = (status: string, hasSurplus: boolean): boolean =>
  statusOf(status).price === 'spent' ||
  ((status === 'RESERVED' || status === 'PROCESSING') && hasSurplus)

export type RefundablePayment = Pick<
  NonNullable<Sale['payments']>[number],
  'address' | 'is_reachable'
> & {
  readonly use: string
  /** A number or a bigint of lovelace. */
  readonly lovelace: number | bigint
  readonly lacks?: number | bigint | null | undefined
}

/**
 * The payments that a refund spends, as far as they have a receiver.
 * @param to the receiver that the user named
 */
export const refundedPayments = <Payment extends RefundablePayment>(
  status: string,
  payments: readonly Payment[],
  to: string | undefined,
): readonly Payment[] => {
  const surplus = payments.filter(({ use }) => use === 'surplus')
  const hasSurplus = surplus.some(
    ({ lacks = null, is_reachable: isReachable = true }) =>
      lacks === null && (isReachable || to !== undefined),
  )
  if (refundsSurplusOnly(status, hasSurplus)) return surplus
  return payments.filter(({ use }) => use === 'surplus' || use === 'counted')
}

/**
 * The receiver of a payment's refund. A receiver other than the payer gets only what cannot be sent
 * back, unless one address paid everything: Coldpress does not redirect money unasked.
 * @param to the receiver that the user named
 * @returns undefined when the user must name one
 */
const refundReceiver = (
  payments: readonly RefundablePayment[],
  to: string | undefined,
): ((payment: RefundablePayment) => string | undefined) => {
  const isOne = new Set(payments.map(({ address }) => address)).size === 1
  return ({ address, is_reachable: isReachable = true }) =>
    isOne && to !== undefined ? to : isReachable ? address : to
}

export type RefundReturns<Payment> = {
  /**
   * Those of one receiver together: who has paid what counts first, then who has paid the most, and
   * last what lacked its own way back before.
   */
  readonly returns: readonly { readonly payment: Payment; readonly to: string }[]
  /** Nobody gets these before the user names a receiver; what counts comes first. */
  readonly waiting: readonly Payment[]
  /** What pays for the tokens is among those that wait, so the sale stays as it is. */
  readonly keepsSale: boolean
}

/**
 * Who gets which payment, in the order in which they get it. What nobody can be given without a named
 * receiver waits for one, and holds up nobody else: anybody can pay from a script. The payments of a
 * buyer go back together or not at all. While nobody has bought, no payment pays for the tokens: the
 * refund ends the sale whatever waits.
 */
export const refundReturns = <Payment extends RefundablePayment>(
  status: string,
  payments: readonly Payment[],
  to: string | undefined,
): RefundReturns<Payment> => {
  const spent = refundedPayments(status, payments, to)
  const receiverOf = refundReceiver(spent, to)
  const waiting = spent
    .filter((payment) => receiverOf(payment) === undefined)
    .toSorted((a, b) => Number(isCounted(b)) - Number(isCounted(a)))
  const keepsSale = status !== 'UNRESOLVED_UNDERPAID' && waiting.some(isCounted)
  const all = spent.flatMap((payment) => {
    const receiver = receiverOf(payment)
    return receiver === undefined || (keepsSale && isCounted(payment))
      ? []
      : [{ payment, to: receiver }]
  })
  return { returns: inOrder(all), waiting, keepsSale }
}

const isCounted = ({ use }: RefundablePayment): boolean => use === 'counted'

const inOrder = <Return extends { readonly payment: RefundablePayment; readonly to: string }>(
  all: readonly Return[],
): readonly Return[] =>
  [...Map.groupBy(all, (given) => given.to).values()]
    .map((ofReceiver) => ({
      ofReceiver,
      isCounted: ofReceiver.some(({ payment }) => isCounted(payment)),
      lacked: ofReceiver.every(({ payment: { lacks = null } }) => lacks !== null),
      lovelace: ofReceiver.reduce((sum, { payment }) => sum + BigInt(payment.lovelace), 0n),
    }))
    .toSorted(
      (a, b) =>
        Number(b.isCounted) - Number(a.isCounted) ||
        Number(a.lacked) - Number(b.lacked) ||
        (a.lovelace === b.lovelace ? 0 : a.lovelace < b.lovelace ? 1 : -1),
    )
    .flatMap(({ ofReceiver }) => ofReceiver)
