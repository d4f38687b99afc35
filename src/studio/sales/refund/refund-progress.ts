import type { SaleError } from '#contract/sales/sale.ts'
import { currentSlot } from '#cardano/slots.ts'
import type { Submission } from '#chain/submission/journal.ts'
import { requireChain } from '../../mints/chain.ts'
import { findMint, type MintRow } from '../../mints/store.ts'
import type { Studio } from '../../options.ts'
import { freeSaleTokens, holdSaleTokens, type SaleRow } from '../../store/sales.ts'
import { changeSale, recordEvent } from '../change-sale.ts'
import { isReachable } from '../payer.ts'
import {
  isLeft,
  payerOf,
  type PaymentRow,
  paymentsOf,
  setCountedAsSurplus,
  setPaymentSpent,
} from '../payments.ts'
import { abandonRefund, spentBy, withdrawRivals } from './rivals.ts'
import { withoutMint } from '../watch/spends.ts'
import { latestTip, slotNow } from '../tip.ts'
import { saleStatus } from '#contract/sales/sale-status.ts'
import { isSaleError, saleErrorOf } from '#contract/sales/explain-sale-error.ts'

/** A refund may have several transactions; the sale changes when all of them are decided. */
export const onRefund = (studio: Studio, sale: SaleRow, mint: MintRow, after: Submission): void => {
  if (!after.settled) return
  notePayments(studio, sale, after)
  const all = requireChain(studio).submissions.of(mint.id)
  if (all.some(({ settled }) => !settled)) return
  const landed = all.filter(({ state }) => state === 'confirmed')
  const failed = all.find(({ state }) => state !== 'confirmed')
  const reason = failed && (failed.error?.message ?? 'The ledger rejected it.')
  // A withdrawn refund counts too if it was sent anyway.
  const givenBack = givenBackBy(studio, sale, landed)
  if (givenBack === 'all') noteRefund(studio, sale, landed, reason)
  else if (givenBack === 'part') noteRefundInPart(studio, sale, landed, reason)
  else if (reason !== undefined && mint.status !== 'cancelled')
    noteFailedRefund(studio, sale, { refundId: mint.id, reason, failed })
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

/**
 * How much of what pays for the tokens confirmed refunds gave back. With a part of it nothing can be minted
 * any more; a refunded surplus changes nothing, and neither does what the refund left.
 */
const givenBackBy = (
  studio: Studio,
  sale: SaleRow,
  landed: readonly Submission[],
): 'all' | 'part' | 'nothing' => {
  const { isSettled, stage } = saleStatus[sale.status]
  if (landed.length === 0 || isSettled || stage === 'reserved') return 'nothing'
  if (isDecidedByAnother(studio, sale, landed)) return 'nothing'
  const left = paymentsOf(studio.database, sale.id).filter(
    (payment) =>
      (payment.use === 'counted' && !isLeft(payment) && !isWaiting(studio, sale, payment)) ||
      payment.use === 'lost',
  )
  if (left.length === 0) return 'all'
  if (sale.status !== 'REFUNDING' || landed[0]?.holder !== sale.refund_id) return 'nothing'
  const { isRival } = spentBy(landed)
  const sold = sale.mint_id === null ? [] : requireChain(studio).submissions.of(sale.mint_id)
  const isOver = sold.every(
    (submission) => isRival(submission) || (submission.settled && submission.state !== 'confirmed'),
  )
  return isOver && hasPaidBack(studio, sale, landed) ? 'part' : 'nothing'
}

/**
 * Whether the refund that gives the price back is still under way: that of a surplus, asked for before
 * it, says nothing about the sale.
 */
const isDecidedByAnother = (
  studio: Studio,
  { status, refund_id: refundId }: SaleRow,
  landed: readonly Submission[],
): boolean => {
  if (status !== 'REFUNDING' || refundId === null || landed[0]?.holder === refundId) return false
  const current = requireChain(studio).submissions.of(refundId)
  return current.some(({ settled }) => !settled) && !current.some(spentBy(landed).isRival)
}

/** Left by the refund of a sale that nobody had bought: no receiver was named for it. */
const isWaiting = (
  studio: Studio,
  { status, status_before: before, refund_to: to }: SaleRow,
  payment: PaymentRow,
): boolean =>
  status === 'REFUNDING' &&
  before === 'UNRESOLVED_UNDERPAID' &&
  to === null &&
  !isReachable(studio, payment)

/** Whether a refund spent some of what paid for the tokens, not only what strangers had paid. */
const hasPaidBack = (
  { database }: Studio,
  { id, buyer_address: buyer }: SaleRow,
  landed: readonly Submission[],
): boolean => {
  const { isSpent } = spentBy(landed)
  const payments = paymentsOf(database, id)
  const counted = new Set(payments.filter(({ use }) => use === 'counted').map(payerOf))
  return payments.some(
    (payment) =>
      isSpent(payment) && (counted.has(payerOf(payment)) || payment.from_address === buyer),
  )
}

/** @param left why some of it could not be refunded; that can be retried */
const noteRefund = (
  studio: Studio,
  sale: SaleRow,
  landed: readonly Submission[],
  left: string | undefined,
): void => {
  withdrawRivals(studio, sale, landed)
  setCountedAsSurplus(studio, sale)
  const after = changeSale(studio, sale, {
    ...withoutMint,
    status: 'REFUNDED',
    status_before: null,
    refund_id: landed[0]?.holder ?? sale.refund_id,
    error: left === undefined ? null : [refundError(left)],
  })
  recordEvent(studio, after, { kind: 'REFUNDED', cause: after.refund_id ?? after.id })
  freeSaleTokens(studio.database, after.id, after.updated_at)
}

/** What is left of the money is still to be given back, and nothing can be sold for it. */
const noteRefundInPart = (
  studio: Studio,
  sale: SaleRow,
  landed: readonly Submission[],
  reason = 'One of its transactions is not on chain.',
): void => {
  withdrawRivals(studio, sale, landed)
  const { id, updated_at: at } = changeSale(studio, sale, {
    ...withoutMint,
    status: 'RESERVED_FAILED',
    status_before: null,
    error: [refundError(reason)],
  })
  freeSaleTokens(studio.database, id, at)
}

const refundError = (reason: string): SaleError => saleErrorOf('RefundFailedError', { reason })

/** Removes the error of the previous refund attempt. */
export const withoutRefundError = (error: SaleRow['error']): SaleRow['error'] => {
  const others = (error ?? []).filter((found) => !isSaleError(found, 'RefundFailedError'))
  return others.length === 0 ? null : others
}

/** A transaction that is missing says that its validity has passed, whatever tip was read last. */
const isReservationOver = (
  studio: Studio,
  { reserved_until: end }: SaleRow,
  failed: Submission | undefined,
): boolean => {
  const tip = latestTip(studio)
  const slot = tip === undefined ? currentSlot(studio.network, studio.now()) : slotNow(studio, tip)
  const passed = failed?.state === 'missing' ? (failed.validUntil ?? 0n) : 0n
  return slot >= end || passed >= end
}

/** Restores the sale's previous state, without its tokens if another sale holds them by now. */
export const noteFailedRefund = (
  studio: Studio,
  sale: SaleRow,
  {
    refundId,
    reason,
    failed,
  }: {
    readonly refundId: string
    readonly reason: string
    readonly failed?: Submission | undefined
  },
): void => {
  const { database } = studio
  const error = [...(withoutRefundError(sale.error) ?? []), refundError(reason)]
  if (sale.status !== 'REFUNDING' || sale.refund_id !== refundId) {
    changeSale(studio, sale, { error })
    return
  }
  const wanted = sale.status_before ?? 'RESERVED_FAILED'
  const change = { status_before: null, error } as const
  if (wanted === 'UNRESOLVED_UNDERPAID') {
    // After its end it has no tokens, so it takes none back.
    if (!isReservationOver(studio, sale, failed))
      holdSaleTokens(database, sale.id, studio.now().toISOString())
    changeSale(studio, sale, { ...change, status: wanted, watch_at: 0 })
    return
  }
  const isHeld =
    saleStatus[wanted].sellsNothing || holdSaleTokens(database, sale.id, studio.now().toISOString())
  if (!isHeld) {
    changeSale(studio, sale, { ...change, status: 'RESERVED_FAILED' })
    return
  }
  // A mint that was never sent stays cancelled; the sale builds a new one.
  const isWithdrawn =
    sale.mint_id !== null && findMint(database, sale.mint_id)?.status === 'cancelled'
  const mint = isWithdrawn ? ({ mint_id: null, tx_id: null } as const) : {}
  changeSale(studio, sale, { ...change, status: wanted, ...mint })
  if (sale.mint_id !== null && !isWithdrawn) requireChain(studio).submissions.resume(sale.mint_id)
}
