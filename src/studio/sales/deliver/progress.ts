import { currentSlot } from '#cardano/slots.ts'
import type { Submission } from '#chain/submission/journal.ts'
import { requireChain } from '../../mints/chain.ts'
import { findMint, type MintRow } from '../../mints/store.ts'
import { isSent, withdrawMint } from '../../mints/withdraw-mint.ts'
import type { KeysLost, Studio } from '../../options.ts'
import { changeSale, recordEvent } from '../change-sale.ts'
import { findSale, findSaleMint, findSaleOfMint, type SaleRow } from '../../store/sales.ts'
import { onRefund, noteFailedRefund } from '../refund/refund-progress.ts'
import { abandonRefund, withdrawRivals } from '../refund/rivals.ts'
import { saleStatus } from '#contract/sales/sale-status.ts'
import { saleErrorOf } from '#contract/sales/explain-sale-error.ts'

/**
 * Applies a change of a mint's transaction to its sale, inside the database transaction of that change. A
 * withdrawn mint counts too once it is confirmed: the ledger accepts only one of the transactions that spend
 * the same payments.
 */
export const onSaleMint = (
  studio: Studio,
  mint: MintRow,
  after: Submission,
  before: Submission,
): void => {
  const sale = findSaleOfMint(studio.database, mint.id)
  if (sale === undefined) return
  if (before.settled && !after.settled) reopenSale(studio, sale, mint, after)
  // Only more blocks are on it; another refund may be on its way since.
  else if (before.settled) return
  else if (mint.kind === 'refund') onRefund(studio, sale, mint, after)
  else if (after.state === 'confirmed') completeSale(studio, sale, mint, after)
  else if (sale.mint_id === mint.id && !saleStatus[sale.status].isDecided)
    onCurrentMint(studio, sale, after, before)
}

/** A deep rollback took back what had ended the sale. Its payments may be gone too. */
const reopenSale = (studio: Studio, before: SaleRow, mint: MintRow, after: Submission): void => {
  const sale = changeSale(studio, before, { watch_at: 0 })
  if (sale.status === 'COMPLETED' && sale.mint_id === mint.id) {
    if (after.state === 'in_block') changeSale(studio, sale, { status: 'MINTING' })
    else reportRollback(studio, sale, after)
  }
  if (sale.status === 'REFUNDED' && sale.refund_id === mint.id)
    changeSale(studio, sale, { status: 'REFUNDING' })
}

const onCurrentMint = (
  studio: Studio,
  sale: SaleRow,
  after: Submission,
  before: Submission,
): void => {
  switch (after.state) {
    case 'ready':
      if (sale.status === 'PROCESSING')
        changeSale(studio, sale, { status: 'SUBMITTING', tx_id: after.txId, error: null })
      break
    case 'awaiting':
      // Another signer had completed and sent it.
      if (after.rollbacks > before.rollbacks) reportRollback(studio, sale, after)
      break
    case 'sent':
      if (after.rollbacks > before.rollbacks) reportRollback(studio, sale, after)
      else if (sale.status !== 'UNRESOLVED_MINTING_MISSING') noteMinting(studio, sale, after)
      break
    case 'in_block':
      noteMinting(studio, sale, after)
      break
    case 'rejected':
      noteRejection(studio, sale, after)
      break
    case 'missing':
      noteMissing(studio, sale, after)
      break
    case 'confirmed':
      break
  }
}

const noteMinting = (studio: Studio, sale: SaleRow, { txId }: Submission): void => {
  if (sale.status === 'MINTING') return
  const after = changeSale(studio, sale, { status: 'MINTING', tx_id: txId, error: null })
  recordEvent(studio, after, { kind: 'MINTING', cause: txId })
}

const reportRollback = (studio: Studio, sale: SaleRow, { txId, rollbacks }: Submission): void => {
  const error = [saleErrorOf('RolledBackError', { txId })]
  const after = changeSale(studio, sale, { status: 'UNRESOLVED_MINTING_MISSING', error })
  recordEvent(studio, after, {
    kind: 'UNRESOLVED_MINTING_MISSING',
    cause: `RolledBackError ${causeOf(txId, sale.status === 'COMPLETED' ? rollbacks : 1)}`,
    error,
  })
}

/** What happens again after a rollback is reported again. */
const causeOf = (txId: string, times: number): string => (times > 1 ? `${txId} ${times}` : txId)

const noteRejection = (
  studio: Studio,
  sale: SaleRow,
  { txId, error: rejection }: Submission,
): void => {
  const reason = rejection?.message ?? 'The ledger rejected it.'
  if (
    sale.status === 'UNRESOLVED_SUBMITTING_FAILED' &&
    sale.error?.[0]?.message['reason'] === reason
  )
    return
  const error = [saleErrorOf('GatewayRefusedError', { reason })]
  const after = changeSale(studio, sale, {
    status: 'UNRESOLVED_SUBMITTING_FAILED',
    tx_id: txId,
    error,
  })
  const cause = `GatewayRefusedError ${txId}`
  recordEvent(studio, after, { kind: 'UNRESOLVED_SUBMITTING_FAILED', cause, error })
}

const noteMissing = (studio: Studio, sale: SaleRow, gone: Submission): void => {
  // It was never fully signed: build it again.
  if (sale.status === 'PROCESSING') {
    changeSale(studio, sale, { mint_id: null, tx_id: null })
    return
  }
  const { network, now } = studio
  const error = [
    saleErrorOf('TransactionMissingError', {
      txId: gone.txId,
      validUntilSlot: Number(gone.validUntil),
      currentSlot: Number(currentSlot(network, now())),
    }),
  ]
  const after = changeSale(studio, sale, { status: 'UNRESOLVED_MINTING_MISSING', error })
  const cause = `TransactionMissingError ${gone.txId}`
  recordEvent(studio, after, { kind: 'UNRESOLVED_MINTING_MISSING', cause, error })
}

const completeSale = (studio: Studio, before: SaleRow, mint: MintRow, landed: Submission): void => {
  const { database } = studio
  const { txId, rollbacks } = landed
  if (before.status === 'COMPLETED') return
  withdrawRivals(studio, before, [landed])
  const built = findSaleMint(database, mint.id)
  const sale = changeSale(studio, before, {
    status: 'COMPLETED',
    status_before: null,
    mint_id: mint.id,
    tx_id: txId,
    error: null,
    ...(built === undefined
      ? {}
      : {
          tx_fee: built.tx_fee,
          nft_fee: built.nft_fee,
          income: built.income,
          returned: built.returned,
        }),
  })
  recordEvent(studio, sale, { kind: 'MINTING', cause: txId })
  recordEvent(studio, sale, { kind: 'COMPLETED', cause: causeOf(txId, rollbacks + 1) })
}

/**
 * Fails the sale of a mint when the vault has lost one of the collection's keys, and withdraws what
 * was built.
 * @returns whether a sale failed
 */
export const onKeysLost = (studio: Studio, mintId: string, lost: KeysLost): boolean =>
  studio.database.transact(() => {
    const { database } = studio
    const before = findSaleOfMint(database, mintId)
    if (before === undefined || findMint(database, mintId)?.status !== 'awaiting_witnesses')
      return false
    const { keyHashes, reason } = lost
    withdrawMint(studio, mintId)
    if (before.refund_id === mintId || before.mint_id !== mintId) {
      const its = requireChain(studio).submissions.of(mintId)
      abandonRefund(
        studio,
        before,
        mintId,
        its.filter((submission) => !isSent(submission)),
      )
      noteFailedRefund(studio, findSale(database, before.id) ?? before, {
        refundId: mintId,
        reason,
      })
      return true
    }
    const error = [saleErrorOf('SigningKeyMissingError', { keyHashes: [...keyHashes], reason })]
    const change = { status: 'PROCESSING_FAILED', mint_id: null, tx_id: null, error } as const
    const sale = changeSale(studio, before, change)
    const cause = `SigningKeyMissingError ${keyHashes.join(' ')}`
    recordEvent(studio, sale, { kind: 'PROCESSING_FAILED', cause, error })
    return true
  })
