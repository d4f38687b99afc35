import { ColdpressError } from '#values/errors/errors.ts'
import { refundedPayments } from '#contract/sales/refund-rules.ts'
import { type SaleResolution, saleStatus, stateWords } from '#contract/sales/sale-status.ts'
import { refText } from '#cardano/utxo.ts'
import { isSent } from '../../mints/withdraw-mint.ts'
import type { Submission } from '#chain/submission/journal.ts'
import type { Studio } from '../../options.ts'
import { roundOfMint } from '../../store/sale-rounds.ts'
import { canHoldSaleTokens, saleMints, type SaleRow } from '../../store/sales.ts'
import { isCollected } from './delivery-time.ts'
import { refundable } from '../payer.ts'
import { type PaymentRow, paymentsOf } from '../payments.ts'
import { isSaleError } from '#contract/sales/explain-sale-error.ts'

type Asking = Pick<Studio, 'database' | 'chain' | 'network'>

/**
 * The resolutions that a sale's state allows now. A refund needs payments that are left, refunds run one at a
 * time, and nothing is rebuilt while a sent transaction may still reach the chain. A sale that waits for
 * signatures can be refunded as long as nobody can hold all of them; one in a signing round, once the
 * round is withdrawn or its time over.
 * @param to the receiver of a refund that the user named
 */
export const resolutionsOf = (
  studio: Asking,
  sale: Pick<SaleRow, 'id' | 'status' | 'mint_id' | 'error' | 'delivers_within'>,
  to?: string,
): readonly SaleResolution[] => {
  const { database, chain } = studio
  const { id, status, mint_id: mintId } = sale
  const submissions = (mintId === null ? undefined : chain?.submissions.of(mintId)) ?? []
  const isParked = submissions.length > 0 && submissions.every(isUnsigned)
  const isDecided = mintId !== null && submissions.every(({ settled }) => settled)
  const payments = paymentsOf(database, id)
  const isLost = payments.some(({ use }) => use === 'lost')
  const back = refundedPayments(
    status,
    payments.map((payment) => refundable(studio, payment)),
    to,
  )
  const isSurplus = back.every(({ use }) => use === 'surplus')
  const isFree = isCollected(sale) ? mintId === null : isParked
  return possibleOf(sale).filter((resolution) => {
    // It takes the tokens again.
    if (resolution === 'wait') return canHoldSaleTokens(database, id)
    if (resolution === 'refund')
      return (
        back.length > 0 &&
        status !== 'REFUNDING' &&
        (status !== 'PROCESSING' || isSurplus || isFree)
      )
    return (
      resolution !== 'retry' || (!isLost && (status !== 'UNRESOLVED_MINTING_MISSING' || isDecided))
    )
  })
}

/** Of a late delivery the buyer was told that the payment goes back. */
const possibleOf = ({
  status,
  error,
}: Pick<SaleRow, 'status' | 'error'>): readonly SaleResolution[] => {
  const { resolutions: all } = saleStatus[status]
  return isSaleError(error?.[0], 'DeliveryLateError') ? all.toReversed() : all
}

/** Payments that a rollback took, each with the transaction that spends it and may still be valid. */
export const lostPayments = (
  { database, chain }: Pick<Asking, 'database' | 'chain'>,
  { id }: Pick<SaleRow, 'id'>,
): readonly { readonly payment: PaymentRow; readonly waitsFor: Submission }[] => {
  const lost = paymentsOf(database, id).filter(({ use }) => use === 'lost')
  if (lost.length === 0) return []
  const all = saleMints(database, id).flatMap(
    ({ mint_id: mintId }) => chain?.submissions.of(mintId) ?? [],
  )
  return lost.flatMap((payment) => {
    const ref = refText({ txId: payment.tx_id, index: payment.output_index })
    const waitsFor = all.find(({ inputs }) => inputs.some((input) => refText(input) === ref))
    return waitsFor === undefined ? [] : [{ payment, waitsFor }]
  })
}

const isUnsigned = (submission: Submission): boolean =>
  submission.state === 'awaiting' && !isSent(submission)

/**
 * Idempotent: the same request again gets the same result.
 * @returns `done` when the last resolution was the same
 * @throws ColdpressError `conflict` that lists the allowed resolutions, or names the receiver of the
 * one under way
 */
export const requireAllowed = (
  studio: Asking,
  sale: SaleRow,
  { action, to }: { readonly action: SaleResolution; readonly to?: string | undefined },
): 'go_on' | 'done' => {
  const allowed = resolutionsOf(studio, sale, to)
  if (allowed.includes(action)) return 'go_on'
  const isWaitingAgain = action === 'wait' && sale.status === 'UNRESOLVED_UNDERPAID'
  if (sale.resolution === action && !isWaitingAgain) {
    requireSameReceiver(sale, action, to)
    return 'done'
  }
  const round = sale.mint_id === null ? undefined : roundOfMint(studio.database, sale.mint_id)
  if (action === 'refund' && sale.status === 'PROCESSING' && round !== undefined)
    throw new ColdpressError(
      'conflict',
      `action: the sale is in the signing round ${round}, which may be signed at any time, so it cannot be refunded now. Withdraw the round first, or wait until its time is over.`,
    )
  const [lost] = lostPayments(studio, sale)
  if (lost !== undefined)
    throw new ColdpressError(
      'conflict',
      `action: a rollback took the payment ${lost.payment.tx_id} off the chain, and the transaction ${lost.waitsFor.txId} that spends it may still come back until slot ${lost.waitsFor.validUntil ?? 'unknown'}. Until then ${allowed.length === 0 ? 'nothing' : `only ${allowed.join(' or ')}`} is possible; after it the sale is evaluated by what is there.`,
    )
  throw new ColdpressError(
    'conflict',
    `action: the sale has ${stateWords(sale.status)}, ${allowed.length === 0 ? 'so nothing can be resolved' : `where only ${allowed.join(' or ')} is possible`}`,
  )
}

/** A retry or an acceptance without a receiver keeps the one it has. */
const requireSameReceiver = (
  { refund_to: refundTo, delivery_address: delivery, buyer_address: buyer }: SaleRow,
  action: SaleResolution,
  to: string | undefined,
): void => {
  const now = action === 'refund' ? refundTo : (delivery ?? buyer)
  const isSame = action === 'refund' ? (to ?? null) === now : to === undefined || to === now
  if (isSame || action === 'wait') return
  throw new ColdpressError(
    'conflict',
    `to: the ${action} is under way already, and ${now === null ? 'goes to each who paid' : `its receiver is ${now}`}. That cannot be changed any more; ask for it once more when it has failed.`,
  )
}
