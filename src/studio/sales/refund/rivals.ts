import { refText } from '#cardano/utxo.ts'
import type { Submission } from '#chain/submission/journal.ts'
import { requireChain } from '../../mints/chain.ts'
import { isSent, withdrawMint } from '../../mints/withdraw-mint.ts'
import type { Studio } from '../../options.ts'
import { type SaleRow, saleMints } from '../../store/sales.ts'
import { type PaymentRow, paymentsOf, setPaymentSpent } from '../payments.ts'

/** Transactions of a sale that spend the same payments: the ledger accepts only one of them. */

/** The outputs that transactions spend, and a test whether another transaction spends one of them. */
export const spentBy = (submissions: readonly Submission[]) => {
  const refs = new Set(submissions.flatMap(({ inputs }) => inputs.map(refText)))
  const isSpent = ({ tx_id: txId, output_index: index }: PaymentRow): boolean =>
    refs.has(refText({ txId, index }))
  const isRival = ({ inputs }: Submission): boolean =>
    inputs.some((input) => refs.has(refText(input)))
  return { isSpent, isRival }
}

/** Withdraws other transactions that spend the same payments; refunds of other payments stay. */
export const withdrawRivals = (
  studio: Studio,
  sale: SaleRow,
  landed: readonly Submission[],
): void => {
  const { submissions } = requireChain(studio)
  const { isRival } = spentBy(landed)
  for (const { mint_id: id } of saleMints(studio.database, sale.id)) {
    const its = submissions.of(id)
    const isVoid = its.some((submission) => !submission.settled && isRival(submission))
    if (landed.some(({ holder }) => holder === id) || !isVoid) continue
    withdrawMint(studio, id)
    // A refund may have several transactions; the others may still be sent.
    abandonRefund(
      studio,
      sale,
      id,
      its.filter((submission) => isRival(submission) || !isSent(submission)),
    )
  }
}

/** Frees the payments that a refund's transactions were to spend. */
export const abandonRefund = (
  { database }: Studio,
  { id }: SaleRow,
  refundId: string,
  submissions: readonly Submission[],
): void => {
  const { isSpent } = spentBy(submissions)
  for (const payment of paymentsOf(database, id))
    if (payment.spent_by === refundId && isSpent(payment)) setPaymentSpent(database, payment, null)
}
