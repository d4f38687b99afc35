import type { SaleError } from '#shared/wire/sale.ts'
import { currentSlot } from '#core/cardano/slots.ts'
import { refText } from '#core/cardano/utxo.ts'
import type { Submission } from '#core/submission/journal.ts'
import { chainOf } from '../mints/chain.ts'
import { findMint, type MintRow } from '../mints/store.ts'
import { isSent, withdrawMint } from '../mints/withdraw-mint.ts'
import type { KeysLost, Studio } from '../options.ts'
import { changeSale, recordEvent } from './change-sale.ts'
import {
  findSale,
  findSaleMint,
  findSaleOfMint,
  freeSaleTokens,
  holdSaleTokens,
  type SaleRow,
  saleMints,
} from '../store/sales.ts'
import { type PaymentRow, paymentsOf, setPaymentSpent } from './payments.ts'

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
  if (before.settled && !after.settled) reopen(studio, sale, mint, after)
  // Only more blocks are on it; another refund may be on its way since.
  else if (before.settled) return
  else if (mint.kind === 'refund') onRefund(studio, sale, mint, after)
  else if (after.state === 'confirmed') complete(studio, sale, mint, after)
  else if (sale.mint_id === mint.id && isOpen(sale)) onCurrentMint(studio, sale, after, before)
}

const isOpen = ({ status }: SaleRow): boolean =>
  status !== 'COMPLETED' && status !== 'REFUNDING' && status !== 'REFUNDED'

/** A deep rollback took back what had ended the sale. Its payments may be gone too. */
const reopen = (studio: Studio, before: SaleRow, mint: MintRow, after: Submission): void => {
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
      else if (sale.status !== 'UNRESOLVED_MINTING_MISSING') minting(studio, sale, after)
      break
    case 'in_block':
      minting(studio, sale, after)
      break
    case 'rejected':
      rejected(studio, sale, after)
      break
    case 'missing':
      missing(studio, sale, after)
      break
    case 'confirmed':
      break
  }
}

const minting = (studio: Studio, sale: SaleRow, { txId }: Submission): void => {
  if (sale.status === 'MINTING') return
  const after = changeSale(studio, sale, { status: 'MINTING', tx_id: txId, error: null })
  recordEvent(studio, after, { kind: 'MINTING', cause: txId })
}

const reportRollback = (studio: Studio, sale: SaleRow, { txId, rollbacks }: Submission): void => {
  const error = [{ name: 'RolledBackError', message: { txId } }]
  const after = changeSale(studio, sale, { status: 'UNRESOLVED_MINTING_MISSING', error })
  recordEvent(studio, after, {
    kind: 'UNRESOLVED_MINTING_MISSING',
    cause: `RolledBackError ${causeOf(txId, sale.status === 'COMPLETED' ? rollbacks : 1)}`,
    error,
  })
}

/** What happens again after a rollback is reported again. */
const causeOf = (txId: string, times: number): string => (times > 1 ? `${txId} ${times}` : txId)

const rejected = (studio: Studio, sale: SaleRow, { txId, error: rejection }: Submission): void => {
  const reason = rejection?.message ?? 'The ledger rejected it.'
  if (
    sale.status === 'UNRESOLVED_SUBMITTING_FAILED' &&
    sale.error?.[0]?.message['reason'] === reason
  )
    return
  const error = [{ name: 'GatewayRefusedError', message: { reason } }]
  const after = changeSale(studio, sale, {
    status: 'UNRESOLVED_SUBMITTING_FAILED',
    tx_id: txId,
    error,
  })
  const cause = `GatewayRefusedError ${txId}`
  recordEvent(studio, after, { kind: 'UNRESOLVED_SUBMITTING_FAILED', cause, error })
}

const missing = (studio: Studio, sale: SaleRow, gone: Submission): void => {
  // It was never fully signed: build it again.
  if (sale.status === 'PROCESSING') {
    changeSale(studio, sale, { mint_id: null, tx_id: null })
    return
  }
  const { network, now } = studio
  const error = [
    {
      name: 'TransactionMissingError',
      message: {
        txId: gone.txId,
        validUntilSlot: Number(gone.validUntil),
        currentSlot: Number(currentSlot(network, now())),
      },
    },
  ]
  const after = changeSale(studio, sale, { status: 'UNRESOLVED_MINTING_MISSING', error })
  const cause = `TransactionMissingError ${gone.txId}`
  recordEvent(studio, after, { kind: 'UNRESOLVED_MINTING_MISSING', cause, error })
}

const complete = (studio: Studio, before: SaleRow, mint: MintRow, landed: Submission): void => {
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

/** The outputs that transactions spend, and a test whether another transaction spends one of them. */
const spentBy = (submissions: readonly Submission[]) => {
  const refs = new Set(submissions.flatMap(({ inputs }) => inputs.map(refText)))
  const isSpent = ({ tx_id: txId, output_index: index }: PaymentRow): boolean =>
    refs.has(refText({ txId, index }))
  const isRival = ({ inputs }: Submission): boolean =>
    inputs.some((input) => refs.has(refText(input)))
  return { isSpent, isRival }
}

/** Withdraws other transactions that spend the same payments; refunds of other payments stay. */
const withdrawRivals = (studio: Studio, sale: SaleRow, landed: readonly Submission[]): void => {
  const { submissions } = chainOf(studio)
  const { isRival } = spentBy(landed)
  for (const { mint_id: id } of saleMints(studio.database, sale.id)) {
    const its = submissions.of(id)
    const isVoid = its.some((one) => !one.settled && isRival(one))
    if (landed.some(({ holder }) => holder === id) || !isVoid) continue
    withdrawMint(studio, id)
    // A refund may have several transactions; the others may still be sent.
    abandonRefund(
      studio,
      sale,
      id,
      its.filter((one) => isRival(one) || !isSent(one)),
    )
  }
}

/** Frees the payments that a refund's transactions were to spend. */
const abandonRefund = (
  { database }: Studio,
  { id }: SaleRow,
  refundId: string,
  submissions: readonly Submission[],
): void => {
  const { isSpent } = spentBy(submissions)
  for (const payment of paymentsOf(database, id))
    if (payment.spent_by === refundId && isSpent(payment)) setPaymentSpent(database, payment, null)
}

/** A refund may have several transactions; the sale changes when all of them are decided. */
const onRefund = (studio: Studio, sale: SaleRow, mint: MintRow, after: Submission): void => {
  if (!after.settled) return
  notePayments(studio, sale, after)
  const all = chainOf(studio).submissions.of(mint.id)
  if (all.some(({ settled }) => !settled)) return
  const landed = all.filter(({ state }) => state === 'confirmed')
  const failed = all.find(({ state }) => state !== 'confirmed')
  const reason = failed && (failed.error?.message ?? 'The ledger rejected it.')
  // A withdrawn refund counts too if it was sent anyway.
  if (isGivenBack(studio, sale, landed)) refunded(studio, sale, landed, reason)
  else if (reason !== undefined && mint.status !== 'cancelled')
    refundFailed(studio, sale, mint.id, reason)
}

const notePayments = (studio: Studio, sale: SaleRow, settled: Submission): void => {
  const { holder, state } = settled
  if (state !== 'confirmed') {
    abandonRefund(studio, sale, holder, [settled])
    return
  }
  const { isSpent } = spentBy([settled])
  for (const payment of paymentsOf(studio.database, sale.id))
    if (isSpent(payment)) setPaymentSpent(studio.database, payment, holder)
}

/** A refunded surplus does not change a sale whose tokens can no longer be minted. */
const isGivenBack = (studio: Studio, sale: SaleRow, landed: readonly Submission[]): boolean => {
  if (landed.length === 0 || sale.status === 'COMPLETED' || sale.status === 'REFUNDED') return false
  const left = paymentsOf(studio.database, sale.id).filter(({ use }) => use === 'counted')
  if (left.length === 0) return true
  if (sale.status !== 'REFUNDING' || landed[0]?.holder !== sale.refund_id) return false
  const { isRival } = spentBy(landed)
  const sold = sale.mint_id === null ? [] : chainOf(studio).submissions.of(sale.mint_id)
  return sold.every((one) => isRival(one) || (one.settled && one.state !== 'confirmed'))
}

/** @param left why some of it could not be refunded; that can be retried */
const refunded = (
  studio: Studio,
  sale: SaleRow,
  landed: readonly Submission[],
  left: string | undefined,
): void => {
  withdrawRivals(studio, sale, landed)
  const { id, updated_at: at } = changeSale(studio, sale, {
    status: 'REFUNDED',
    status_before: null,
    refund_id: landed[0]?.holder ?? sale.refund_id,
    error: left === undefined ? null : [refundError(left)],
  })
  freeSaleTokens(studio.database, id, at)
}

const refundError = (reason: string): SaleError => ({
  name: 'RefundFailedError',
  message: { reason },
})

/** Removes the error of the previous refund attempt. */
export const withoutRefundError = (error: SaleRow['error']): SaleRow['error'] => {
  const others = (error ?? []).filter(({ name }) => name !== 'RefundFailedError')
  return others.length === 0 ? null : others
}

/** In these states a sale holds no tokens. */
const tokenless: ReadonlySet<SaleRow['status']> = new Set(['RESERVED_FAILED', 'REFUNDED'])

/** Restores the sale's previous state, without its tokens if another sale holds them by now. */
const refundFailed = (studio: Studio, sale: SaleRow, refundId: string, reason: string): void => {
  const { database } = studio
  const error = [...(withoutRefundError(sale.error) ?? []), refundError(reason)]
  if (sale.status !== 'REFUNDING' || sale.refund_id !== refundId) {
    changeSale(studio, sale, { error })
    return
  }
  const wanted = sale.status_before ?? 'RESERVED_FAILED'
  const isHeld =
    tokenless.has(wanted) || holdSaleTokens(database, sale.id, studio.now().toISOString())
  const change = { status_before: null, error } as const
  if (!isHeld) {
    changeSale(studio, sale, { ...change, status: 'RESERVED_FAILED' })
    return
  }
  // A mint that was never sent stays cancelled; the sale builds a new one.
  const isWithdrawn =
    sale.mint_id !== null && findMint(database, sale.mint_id)?.status === 'cancelled'
  const mint = isWithdrawn ? ({ mint_id: null, tx_id: null } as const) : {}
  changeSale(studio, sale, { ...change, status: wanted, ...mint })
  if (sale.mint_id !== null && !isWithdrawn) chainOf(studio).submissions.resume(sale.mint_id)
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
      const its = chainOf(studio).submissions.of(mintId)
      abandonRefund(
        studio,
        before,
        mintId,
        its.filter((one) => !isSent(one)),
      )
      refundFailed(studio, findSale(database, before.id) ?? before, mintId, reason)
      return true
    }
    const error = [{ name: 'SigningKeyMissingError', message: { keyHashes, reason } }]
    const change = { status: 'PROCESSING_FAILED', mint_id: null, tx_id: null, error } as const
    const sale = changeSale(studio, before, change)
    const cause = `SigningKeyMissingError ${keyHashes.join(' ')}`
    recordEvent(studio, sale, { kind: 'PROCESSING_FAILED', cause, error })
    return true
  })
