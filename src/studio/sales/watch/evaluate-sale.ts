import { createHash } from 'node:crypto'
import { payerTotals } from '#contract/sales/payer-totals.ts'
import { isThere } from '#contract/sales/payment-due.ts'
import { paymentFor } from '#contract/sales/min-payment.ts'
import type { SaleError } from '#contract/sales/sale.ts'
import { type SaleEventKind, type SaleStatus, saleStatus } from '#contract/sales/sale-status.ts'
import type { Block } from '#chain/gateway/gateway.ts'
import type { SaleRow } from '../../store/sales.ts'
import { endMissed, isInTime, type ReservationTime } from './in-time.ts'
import {
  payerOf,
  type PaymentRow,
  type PaymentUse,
  refOf,
  worthOf,
  worthOfAll,
} from '../payments.ts'
import { saleErrorOf } from '#contract/sales/explain-sale-error.ts'

/** The sale's fields that decide. `expected`: lovelace for all of its tokens together. */
export type SaleToEvaluate = Pick<SaleRow, 'status' | 'confirmations'> &
  ReservationTime & {
    readonly expected: bigint
    /** Whether it still holds its tokens: an underpaid sale loses them at its end. */
    readonly isHeld: boolean
    /** Why the payer of this payment may not have the tokens, so that it counts nothing; undefined: they may. */
    readonly refuseBuyer: (payment: PaymentRow) => SaleError | undefined
  }

type SaleReport = {
  readonly kind: SaleEventKind
  /** An event with the same kind and cause is written once. */
  readonly cause: string
  readonly error: readonly SaleError[]
}

/** Changes to a sale; fields left out stay. */
export type Verdict = {
  readonly status: SaleStatus
  readonly buyer?: string | null
  readonly error?: readonly SaleError[] | null
  readonly uses: readonly { readonly payment: PaymentRow; readonly use: PaymentUse }[]
  readonly reports: readonly SaleReport[]
  /** The reservation is over: the tokens are free, once a second read has shown the same. */
  readonly frees?: true
}

/**
 * Decides what the payments of a sale lead to. Time is chain time: the slot of a payment's block decides
 * whether it is in time, and a reservation ends only when the tip has passed its end. Payments are added up
 * for each payer alone: nobody's money completes what another has paid, or ends what another has reserved
 * (ADR 16).
 * @param payments all payments to the sale's address, in chain order
 * @param tip read before the payments
 * @returns undefined while nothing changes
 */
export const evaluateSale = (
  sale: SaleToEvaluate,
  payments: readonly PaymentRow[],
  tip: Pick<Block, 'height' | 'slot'>,
): Verdict | undefined => {
  const here = payments.filter(isThere)
  const confirmed = here.filter(({ height }) => tip.height - height >= sale.confirmations)
  const { endedUnpaid, acceptsPayment } = saleStatus[sale.status]
  if (endedUnpaid) return evaluateLate(sale, confirmed)
  if (!acceptsPayment) return evaluateLaterPayments(sale.status, confirmed)
  const mayCount = (payment: PaymentRow): boolean =>
    isInTime(sale, payment) && sale.refuseBuyer(payment) === undefined
  const inTime = confirmed.filter(mayCount)
  const counted = reachingPayments(inTime, sale.expected)
  if (counted !== undefined)
    return sale.isHeld ? evaluatePaid(sale, confirmed, counted) : evaluateLate(sale, confirmed)
  // An unconfirmed payment may still complete the price.
  if (here.filter(mayCount).length > inTime.length) return undefined
  const isOver = tip.slot >= sale.reserved_until
  if (inTime.length > 0) return evaluateUnderpaid(sale, { confirmed, inTime, isOver })
  const refused = confirmed.filter((payment) => isInTime(sale, payment))
  if (isOver && refused.length > 0)
    return { ...failedReservation(sale, confirmed, refused[0]?.from_address), frees: true }
  const unpaid = { buyer: null, error: null, uses: [], reports: [] }
  if (isOver) return { ...unpaid, status: 'EXPIRED', frees: true }
  if (refused.some(({ use }) => use !== 'surplus')) return evaluateRefused(sale, refused)
  // What had been paid in part is spent elsewhere by now.
  return sale.status === 'RESERVED' ? undefined : { ...unpaid, status: 'RESERVED' }
}

/** Paid only by those who may not have the tokens: they are still reserved for others. */
const evaluateRefused = (sale: SaleToEvaluate, refused: readonly PaymentRow[]): Verdict => {
  const error = refused.slice(0, mostNamed).map((payment) => whyNotCounted(sale, payment))
  const cause = causeOf(error, refused.map(refOf))
  return {
    status: 'RESERVED',
    buyer: null,
    error: null,
    uses: asUse(refused, 'surplus'),
    reports: [{ kind: 'UNRESOLVED_OVERPAID', cause, error }],
  }
}

/**
 * The payments with which a payer is the first to reach the price, in chain order; one that covers it counts
 * alone. Undefined while nobody's do.
 */
export const reachingPayments = (
  payments: readonly PaymentRow[],
  expected: bigint,
): readonly PaymentRow[] | undefined => {
  const sums = new Map<unknown, bigint>()
  for (const [position, payment] of payments.entries()) {
    if (worthOf(payment) >= expected) return [payment]
    const payer = payerOf(payment)
    const sum = (sums.get(payer) ?? 0n) + worthOf(payment)
    if (sum >= expected)
      return payments.slice(0, position + 1).filter((earlier) => payerOf(earlier) === payer)
    sums.set(payer, sum)
  }
  return undefined
}

/** Only the buyer's payments count. Everybody else's are to be given back. */
const evaluatePaid = (
  { expected }: SaleToEvaluate,
  confirmed: readonly PaymentRow[],
  counted: readonly PaymentRow[],
): Verdict => {
  const surplus = leaveOut(confirmed, counted)
  const error = tooMuch(expected, counted)
  const second = surplus.length === 0 ? [] : [secondPayment(surplus)]
  return {
    status: error.length > 0 ? 'UNRESOLVED_OVERPAID' : 'PROCESSING',
    buyer: counted[0]?.from_address ?? '',
    error: error.length > 0 ? error : null,
    uses: [...asUse(counted, 'counted'), ...asUse(surplus, 'surplus')],
    reports: [
      ...(error.length > 0
        ? [
            {
              kind: 'UNRESOLVED_OVERPAID' as const,
              cause: causeOf(error, counted.map(refOf)),
              error,
            },
          ]
        : []),
      ...second,
    ],
  }
}

const tooMuch = (expected: bigint, counted: readonly PaymentRow[]): readonly SaleError[] => {
  const worth = worthOfAll(counted)
  const assets = counted.flatMap((payment) => payment.assets)
  const over =
    worth > expected && !matchesTerms(expected, counted)
      ? [
          saleErrorOf('OverpaidError', {
            expected: Number(expected),
            paid: Number(worth),
            surplus: Number(worth - expected),
          }),
        ]
      : []
  return assets.length === 0
    ? over
    : [...over, saleErrorOf('OtherTokensError', { assets: assets.slice(0, mostNamed) })]
}

/**
 * Whether the last payment is the requested rest, raised to the minimum ADA of an output. Such an overpayment
 * returns with the tokens; the owner need not decide about it.
 */
const matchesTerms = (expected: bigint, counted: readonly PaymentRow[]): boolean => {
  const missing = expected - worthOfAll(counted.slice(0, -1))
  return counted.length > 1 && missing > 0n && counted.at(-1)?.lovelace === paymentFor(missing)
}

/** Nobody has reached the price: the payer nearest to it is named, and counts until somebody else does. */
const evaluateUnderpaid = (
  sale: SaleToEvaluate,
  {
    confirmed,
    inTime,
    isOver,
  }: {
    readonly confirmed: readonly PaymentRow[]
    readonly inTime: readonly PaymentRow[]
    readonly isOver: boolean
  },
): Verdict | undefined => {
  const status = 'UNRESOLVED_UNDERPAID'
  const payers = totalsOf(inTime)
  const counted = payers[0]?.payments ?? []
  const surplus = leaveOut(confirmed, counted)
  const uses = [...asUse(counted, 'counted'), ...asUse(surplus, 'surplus')]
  const isKnown = uses.every(({ payment, use }) => payment.use === use)
  if (sale.status === status && isKnown)
    return isOver && sale.isHeld ? { status, uses: [], reports: [], frees: true } : undefined
  const after = leaveOut(confirmed, inTime)
  const error = [
    underpaidError(sale.expected, payers),
    ...after.slice(0, mostNamed).map((payment) => whyNotCounted(sale, payment)),
  ]
  const reports = [{ kind: status, cause: causeOf(error, confirmed.map(refOf)), error }] as const
  return { status, buyer: null, error, uses, reports }
}

/** Who has paid how much, the most first; of equal ones the first on chain. */
const totalsOf = (payments: readonly PaymentRow[]) => payerTotals(payments, { payerOf, worthOf })

/** Anybody can pay any number of times and with many tokens; an error names so many of them. */
export const mostNamed = 20

const underpaidError = (expected: bigint, payers: ReturnType<typeof totalsOf>): SaleError => {
  const paid = payers[0]?.worth ?? 0n
  return saleErrorOf('UnderpaidError', {
    expected: Number(expected),
    paid: Number(paid),
    missing: Number(expected - paid),
    payers: payers.slice(0, mostNamed).map((payer) => ({
      address: payer.payments[0].from_address,
      paid: Number(payer.worth),
      missing: Number(expected - payer.worth),
    })),
  })
}

/** The reservation is over; another sale may hold its tokens. */
const evaluateLate = (
  sale: SaleToEvaluate,
  confirmed: readonly PaymentRow[],
): Verdict | undefined => {
  const [nearest] = totalsOf(confirmed)
  return nearest && failedReservation(sale, confirmed, nearest.payments[0].from_address)
}

/** Nothing is sold: all of it is to be given back. */
const failedReservation = (
  sale: SaleToEvaluate,
  confirmed: readonly PaymentRow[],
  buyer: string | undefined,
): Verdict => {
  const error = confirmed.slice(0, mostNamed).map((payment) => whyNotCounted(sale, payment))
  return {
    status: 'RESERVED_FAILED',
    buyer: buyer ?? null,
    error,
    uses: asUse(confirmed, 'surplus'),
    reports: [{ kind: 'RESERVED_FAILED', cause: causeOf(error, confirmed.map(refOf)), error }],
  }
}

/** A further payment to a sale that has its price. It does not change the sale's own error. */
const evaluateLaterPayments = (
  status: SaleStatus,
  confirmed: readonly PaymentRow[],
): Verdict | undefined => {
  const fresh = confirmed.filter(({ use }) => use === 'unconfirmed')
  if (fresh.length === 0) return undefined
  return { status, uses: asUse(fresh, 'surplus'), reports: [secondPayment(fresh)] }
}

const secondPayment = (surplus: readonly PaymentRow[]): SaleReport => {
  const error = [secondPaymentError(surplus)]
  return { kind: 'UNRESOLVED_OVERPAID', cause: causeOf(error, surplus.map(refOf)), error }
}

/** @param surplus at least one payment */
export const secondPaymentError = (surplus: readonly PaymentRow[]): SaleError =>
  saleErrorOf('SecondPaymentError', {
    txIds: surplus.slice(0, mostNamed).map(({ tx_id: txId }) => txId),
    lovelace: Number(surplus.reduce((sum, { lovelace }) => sum + lovelace, 0n)),
  })

/** @param spent at least one payment, each with the transaction that spent it */
export const spentElsewhereError = (spent: readonly PaymentRow[]): SaleError =>
  saleErrorOf('SpentElsewhereError', {
    payments: spent.slice(0, mostNamed).map(({ tx_id: txId, lovelace, spent_in: spentIn }) => ({
      txId,
      lovelace: Number(lovelace),
      spentIn,
    })),
  })

/** The payments of each address that has paid, the first of them. */
const byAddress = (payments: readonly PaymentRow[]) =>
  [...Map.groupBy(payments, ({ from_address: address }) => address)]
    .slice(0, mostNamed)
    .map(([address, its]) => ({
      its,
      payer: { address, lovelace: Number(its.reduce((sum, { lovelace }) => sum + lovelace, 0n)) },
    }))

/** @param left payments that lack what their way back needs, at least one */
export const refundLeftError = (left: readonly PaymentRow[]): SaleError =>
  saleErrorOf('RefundLeftError', {
    payers: byAddress(left).map(({ payer, its }) => ({
      ...payer,
      missing: Number(its[0]?.lacks ?? 0n),
    })),
  })

/** @param waiting payments that nobody can be given before a receiver is named, at least one */
export const noReceiverError = (waiting: readonly PaymentRow[]): SaleError =>
  saleErrorOf('NoReceiverError', { payers: byAddress(waiting).map(({ payer }) => payer) })

const whyNotCounted = (sale: SaleToEvaluate, payment: PaymentRow): SaleError =>
  (isInTime(sale, payment) ? sale.refuseBuyer(payment) : undefined) ?? tooLate(sale, payment)

const tooLate = (sale: SaleToEvaluate, payment: PaymentRow): SaleError =>
  saleErrorOf('ReservationEndedError', {
    reservedUntil: Number(endMissed(sale, payment) ?? sale.reserved_until),
    paidAt: Number(payment.slot),
    lovelace: Number(payment.lovelace),
  })

const asUse = (payments: readonly PaymentRow[], use: PaymentUse) =>
  payments.map((payment) => ({ payment, use }))

const leaveOut = (
  payments: readonly PaymentRow[],
  some: readonly PaymentRow[],
): readonly PaymentRow[] => {
  const left = new Set(payments)
  for (const payment of some) left.delete(payment)
  return [...left]
}

/** Strangers can pay any number of times, and each cause is stored: of many payments, a digest. */
export const causeOf = (
  error: readonly Pick<SaleError, 'name'>[],
  transactions: readonly string[],
): string => {
  const names = error.map(({ name }) => name)
  if (transactions.length <= mostNamed) return [...names, ...transactions].join(' ')
  const digest = createHash('sha256').update(transactions.join(' ')).digest('hex')
  return [...names, transactions.length, digest].join(' ')
}
