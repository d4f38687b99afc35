import { ColdpressError } from '#shared/errors.ts'
import { refundedPayments } from '#shared/refund-rules.ts'
import type { SaleResolution, SaleStatus } from '#shared/wire/sale.ts'
import { isSent } from '../mints/withdraw-mint.ts'
import type { Submission } from '#core/submission/journal.ts'
import type { Studio } from '../options.ts'
import { roundOfMint } from '../store/sale-rounds.ts'
import type { SaleRow } from '../store/sales.ts'
import { isCollected } from './delivery-time.ts'
import { paymentsOf } from './payments.ts'

/** The possible resolutions of each error, the recommended one first. */
const table: Partial<Record<SaleStatus, readonly SaleResolution[]>> = {
  RESERVED_FAILED: ['refund'],
  PROCESSING_FAILED: ['retry', 'refund'],
  UNRESOLVED_SUBMITTING_FAILED: ['retry', 'refund'],
  UNRESOLVED_MINTING_MISSING: ['retry', 'refund'],
  UNRESOLVED_OVERPAID: ['accept', 'refund'],
  UNRESOLVED_UNDERPAID: ['wait', 'refund'],
}

type Asking = Pick<Studio, 'database' | 'chain'>

/**
 * The resolutions that a sale's state allows now. A refund needs payments that are left, refunds run one at a
 * time, and nothing is rebuilt while a sent transaction may still reach the chain. A sale that waits for
 * signatures can be refunded as long as nobody can hold all of them; one in a signing round, once the
 * round is withdrawn or its time over.
 */
export const resolutionsOf = (
  { database, chain }: Asking,
  sale: Pick<SaleRow, 'id' | 'status' | 'mint_id' | 'error' | 'delivers_within'>,
): readonly SaleResolution[] => {
  const { id, status, mint_id: mintId } = sale
  const submissions = (mintId === null ? undefined : chain?.submissions.of(mintId)) ?? []
  const isParked = submissions.length > 0 && submissions.every(isUnsigned)
  const isDecided = mintId !== null && submissions.every(({ settled }) => settled)
  const back = refundedPayments(status, paymentsOf(database, id))
  const isSurplus = back.every(({ use }) => use === 'surplus')
  const isFree = isCollected(sale) ? mintId === null : isParked
  return possible(sale).filter((resolution) => {
    if (resolution === 'refund')
      return (
        back.length > 0 &&
        status !== 'REFUNDING' &&
        (status !== 'PROCESSING' || isSurplus || isFree)
      )
    return resolution !== 'retry' || status !== 'UNRESOLVED_MINTING_MISSING' || isDecided
  })
}

/** Of a late delivery the buyer was told that the payment goes back. */
const possible = ({
  status,
  error,
}: Pick<SaleRow, 'status' | 'error'>): readonly SaleResolution[] => {
  const all = table[status] ?? ['refund']
  return error?.[0]?.name === 'DeliveryLateError' ? all.toReversed() : all
}

const isUnsigned = (submission: Submission): boolean =>
  submission.state === 'awaiting' && !isSent(submission)

/**
 * Idempotent: the same request again gets the same result.
 * @returns `done` when the last resolution was the same
 * @throws ColdpressError `conflict` that lists the allowed resolutions
 */
export const requireAllowed = (
  studio: Asking,
  sale: SaleRow,
  action: SaleResolution,
): 'go_on' | 'done' => {
  const allowed = resolutionsOf(studio, sale)
  if (allowed.includes(action)) return 'go_on'
  if (sale.resolution === action) return 'done'
  const round = sale.mint_id === null ? undefined : roundOfMint(studio.database, sale.mint_id)
  if (action === 'refund' && sale.status === 'PROCESSING' && round !== undefined)
    throw new ColdpressError(
      'conflict',
      `action: the sale is in the signing round ${round}, which may be signed at any time, so it cannot be refunded now. Withdraw the round first, or wait until its time is over.`,
    )
  throw new ColdpressError(
    'conflict',
    `action: the sale is ${sale.status}, ${allowed.length === 0 ? 'so nothing can be resolved' : `where only ${allowed.join(' or ')} is possible`}`,
  )
}
