import { ColdpressError } from '#values/errors/errors.ts'
import { currentSlot } from '#cardano/slots.ts'
import type { Submission } from '#chain/submission/journal.ts'
import { requireChain } from '../../mints/chain.ts'
import { mintTokens, reserveForMint } from '../../mints/store.ts'
import type { Studio } from '../../options.ts'
import { changeSale } from '../change-sale.ts'
import type { SaleRow } from '../../store/sales.ts'

/** The transaction that a gateway rejected. */
export const sentBefore = (
  studio: Studio,
  { status, mint_id: mintId }: SaleRow,
): Submission | undefined =>
  status === 'UNRESOLVED_SUBMITTING_FAILED'
    ? requireChain(studio).submissions.of(mintId ?? '')[0]
    : undefined

export const sameBytes = ({ txId }: Submission): ColdpressError =>
  new ColdpressError(
    'conflict',
    `to: the same transaction ${txId} is sent once more, for it may be on its way already, so its receiver stays. Leave it out, or refund.`,
  )

/** Whether the ledger may still take the same bytes. */
export const canSendAgain = (
  studio: Studio,
  { txId, settled, validUntil }: Submission,
): boolean => {
  const hasEnded = validUntil !== null && validUntil <= currentSlot(studio.network, studio.now())
  return requireChain(studio).submissions.bytesOf(txId) !== undefined && !(settled && hasEnded)
}

/**
 * Sends the same bytes again, as long as the ledger may accept them.
 * @returns whether it may
 */
export const sendAgain = (studio: Studio, sale: SaleRow, before: Submission): boolean => {
  const { submissions } = requireChain(studio)
  const { txId, state, holder } = before
  const bytes = submissions.bytesOf(txId)
  if (bytes === undefined || !canSendAgain(studio, before)) return false
  changeSale(studio, sale, { status: 'SUBMITTING', error: null })
  if (state === 'rejected') {
    const at = studio.now().toISOString()
    for (const { token_id: id } of mintTokens(studio.database, holder))
      reserveForMint(studio.database, { id, from: ['RESERVED'], at })
    submissions.create({ bytes, holder })
  }
  submissions.wake()
  return true
}
