import { refText } from '#cardano/utxo.ts'
import type { Submission } from '#chain/submission/journal.ts'
import { requireChain } from '../../mints/chain.ts'
import { isSent, withdrawMint } from '../../mints/withdraw-mint.ts'
import type { Studio } from '../../options.ts'
import { changeSale } from '../change-sale.ts'
import { heldMints, type SaleRow, saleMints, saleTokens } from '../../store/sales.ts'
import {
  areOfOnePayer,
  deletePayment,
  isUnread,
  type PaymentRow,
  paymentsOf,
  setLost,
  setPaymentSpent,
  setPaymentUse,
  refOf,
} from '../payments.ts'
import { saleStatus } from '#contract/sales/sale-status.ts'

export type RevertedPayments = {
  readonly sale: SaleRow
  /** Payments lost in a rollback, kept because a sent transaction may spend them. */
  readonly kept: readonly PaymentRow[]
}

/**
 * Handles payments that were rolled back. A rolled-back payment is deleted and the sale is evaluated again,
 * unless a transaction that spends it may have been sent: most payments return, and nothing has to be undone.
 * Call it in a database transaction.
 */
export const revertPayments = (
  studio: Studio,
  before: SaleRow,
  gone: readonly PaymentRow[],
): RevertedPayments => {
  const { database } = studio
  const submissions = submissionsOf(studio, before)
  const sent = inputsOf(submissions.filter(mayLand))
  const kept = gone.filter((payment) => sent.has(refOf(payment)))
  const forgotten = gone.filter((payment) => !kept.includes(payment))
  for (const payment of kept) setLost(database, payment)
  if (forgotten.length === 0) return { sale: before, kept }
  for (const payment of forgotten) deletePayment(database, payment)
  const withdrawn = withdrawVoid(studio, before, submissions, forgotten)
  const sale = dependsOn(before, forgotten) ? evaluateAgain(studio, before, withdrawn) : before
  return { sale, kept }
}

/** All transactions ever built for a sale. */
export const submissionsOf = (
  studio: Studio,
  { id }: Pick<SaleRow, 'id'>,
): readonly Submission[] => {
  const { submissions } = requireChain(studio)
  return saleMints(studio.database, id).flatMap(({ mint_id: mintId }) => submissions.of(mintId))
}

const mayLand = (submission: Submission): boolean =>
  isSent(submission) && !(submission.settled && submission.state !== 'confirmed')

const inputsOf = (submissions: readonly Submission[]): ReadonlySet<string> =>
  new Set(submissions.flatMap(({ inputs }) => inputs.map(refText)))

/** Withdraws transactions that spend a deleted payment: they can never be valid. */
const withdrawVoid = (
  studio: Studio,
  { id }: SaleRow,
  submissions: readonly Submission[],
  forgotten: readonly PaymentRow[],
): ReadonlySet<string> => {
  const refs = new Set(forgotten.map(refOf))
  const isVoid = ({ inputs }: Submission): boolean =>
    inputs.some((input) => refs.has(refText(input)))
  const mints = new Set(submissions.filter(isVoid).map(({ holder }) => holder))
  for (const mint of mints) withdrawMint(studio, mint)
  for (const payment of paymentsOf(studio.database, id))
    if (payment.spent_by !== null && mints.has(payment.spent_by))
      setPaymentSpent(studio.database, payment, null)
  return mints
}

/** Whether the sale's state depends on these payments; a surplus does not affect it. */
const dependsOn = ({ status }: SaleRow, forgotten: readonly PaymentRow[]): boolean => {
  if (saleStatus[status].isSettled) return false
  if (status === 'RESERVED_FAILED') return true
  return forgotten.some(({ use }) => use === 'counted' || use === 'refunded' || use === 'lost')
}

/**
 * Whether a sale has its price from several payers together, as earlier versions added it up: the
 * first of them would get what the others have paid for. The chain decides once it may have a
 * transaction that spends it.
 */
export const isPaidBySeveral = (
  studio: Studio,
  sale: SaleRow,
  payments: readonly PaymentRow[],
): boolean => {
  const counted = payments.filter(({ use }) => use === 'counted')
  if (
    saleStatus[sale.status].price !== 'counted' ||
    areOfOnePayer(counted) ||
    payments.some(isUnread)
  )
    return false
  const sent = inputsOf(submissionsOf(studio, sale).filter(mayLand))
  return !counted.some((payment) => sent.has(refOf(payment)))
}

/** Evaluates such a sale again. What was built for it and never sent is withdrawn. */
export const evaluateOfSeveral = (studio: Studio, sale: SaleRow): SaleRow => {
  if (!isPaidBySeveral(studio, sale, paymentsOf(studio.database, sale.id))) return sale
  for (const mintId of [...heldMints(studio.database, sale.id), sale.mint_id])
    if (mintId !== null) withdrawMint(studio, mintId)
  return evaluateAgain(studio, sale, new Set())
}

/**
 * Evaluates a sale from the start, by the payments that are left.
 * @param withdrawn mints of it that were withdrawn now
 */
export const evaluateAgain = (
  studio: Studio,
  sale: SaleRow,
  withdrawn: ReadonlySet<string>,
): SaleRow => {
  const { database } = studio
  for (const payment of paymentsOf(database, sale.id))
    if (payment.spent_by === null) setPaymentUse(database, payment, 'unconfirmed')
  const { refund_id: refundId } = sale
  const isHeld = saleTokens(database, sale.id).some(({ is_held: held }) => held)
  const over = sale.is_cancelled ? 'CANCELLED' : 'EXPIRED'
  return changeSale(studio, sale, {
    status: isHeld ? 'RESERVED' : over,
    status_before: null,
    buyer_address: null,
    delivery_address: null,
    resolution: null,
    deliver_from: null,
    error: null,
    mint_id: null,
    refund_id: refundId !== null && withdrawn.has(refundId) ? null : refundId,
    tx_id: null,
    tx_fee: null,
    nft_fee: null,
    income: null,
    returned: null,
  })
}
