import { paymentFor } from '#shared/min-payment.ts'
import type { SaleError, SaleEventKind, SaleStatus } from '#shared/wire/sale.ts'
import { refText } from '#core/cardano/utxo.ts'
import type { Block } from '#core/gateway/gateway.ts'
import type { SaleRow } from '../store/sales.ts'
import type { PaymentRow, PaymentUse } from './payments.ts'

/** The sale's fields that decide. `expected`: lovelace for all of its tokens together. */
export type SaleToEvaluate = Pick<SaleRow, 'status' | 'reserved_until' | 'confirmations'> & {
  readonly expected: bigint
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
  readonly buyer?: string
  readonly error?: readonly SaleError[] | null
  readonly uses: readonly { readonly payment: PaymentRow; readonly use: PaymentUse }[]
  readonly reports: readonly SaleReport[]
}

const openStatuses: ReadonlySet<SaleStatus> = new Set(['RESERVED', 'UNRESOLVED_UNDERPAID'])
const overStatuses: ReadonlySet<SaleStatus> = new Set(['EXPIRED', 'CANCELLED'])

/**
 * Decides what the payments of a sale lead to. Time is chain time: the slot of a payment's block decides
 * whether it is in time, and a reservation expires only when the tip has passed its end.
 * @param payments all payments to the sale's address, in chain order
 * @param tip read before the payments
 * @returns undefined while nothing changes
 */
export const evaluateSale = (
  sale: SaleToEvaluate,
  payments: readonly PaymentRow[],
  tip: Pick<Block, 'height' | 'slot'>,
): Verdict | undefined => {
  // A refunded payment no longer pays for tokens.
  const here = payments.filter(({ use }) => use !== 'refunded')
  const confirmed = here.filter(({ height }) => tip.height - height >= sale.confirmations)
  if (overStatuses.has(sale.status)) return late(sale, confirmed)
  if (!openStatuses.has(sale.status)) return further(sale.status, confirmed)
  const isInTime = ({ slot }: PaymentRow): boolean => slot < sale.reserved_until
  const inTime = confirmed.filter(isInTime)
  if (lovelaceOf(inTime) >= sale.expected) return paid(sale, confirmed, inTime)
  // An unconfirmed payment may still complete the price.
  if (here.filter(isInTime).length > inTime.length) return undefined
  if (inTime.length > 0) return underpaid(sale, confirmed, inTime)
  if (sale.status === 'RESERVED' && tip.slot >= sale.reserved_until)
    return { status: 'EXPIRED', error: null, uses: [], reports: [] }
  return undefined
}

/** The first payment that covers the price alone makes its payer the buyer; otherwise the first payer is. */
const paid = (
  { expected }: SaleToEvaluate,
  confirmed: readonly PaymentRow[],
  inTime: readonly PaymentRow[],
): Verdict => {
  const whole = inTime.find(({ lovelace }) => lovelace >= expected)
  const counted = whole === undefined ? inTime : [whole]
  const surplus = confirmed.filter((payment) => !counted.includes(payment))
  const error = tooMuch(expected, counted)
  const second = surplus.length === 0 ? [] : [secondPayment(surplus)]
  return {
    status: error.length > 0 ? 'UNRESOLVED_OVERPAID' : 'PROCESSING',
    buyer: counted[0]?.from_address ?? '',
    error: error.length > 0 ? error : null,
    uses: [...asUse(counted, 'counted'), ...asUse(surplus, 'surplus')],
    reports: [
      ...(error.length > 0
        ? [{ kind: 'UNRESOLVED_OVERPAID' as const, cause: causeOf(error, counted), error }]
        : []),
      ...second,
    ],
  }
}

const tooMuch = (expected: bigint, counted: readonly PaymentRow[]): readonly SaleError[] => {
  const lovelace = lovelaceOf(counted)
  const assets = counted.flatMap((payment) => payment.assets)
  const over =
    lovelace > expected && !matchesTerms(expected, counted)
      ? [
          saleError('OverpaidError', {
            expected: Number(expected),
            paid: Number(lovelace),
            surplus: Number(lovelace - expected),
          }),
        ]
      : []
  return assets.length === 0 ? over : [...over, saleError('OtherTokensError', { assets })]
}

/**
 * Whether the last payment is the requested rest, raised to the minimum ADA of an output. Such an overpayment
 * returns with the tokens; the owner need not decide about it.
 */
const matchesTerms = (expected: bigint, counted: readonly PaymentRow[]): boolean => {
  const missing = expected - lovelaceOf(counted.slice(0, -1))
  return counted.length > 1 && missing > 0n && counted.at(-1)?.lovelace === paymentFor(missing)
}

const underpaid = (
  sale: SaleToEvaluate,
  confirmed: readonly PaymentRow[],
  inTime: readonly PaymentRow[],
): Verdict | undefined => {
  const lovelace = lovelaceOf(inTime)
  const after = confirmed.filter((payment) => !inTime.includes(payment))
  const uses = [...asUse(inTime, 'counted'), ...asUse(after, 'surplus')]
  const isKnown = uses.every(({ payment, use }) => payment.use === use)
  if (sale.status === 'UNRESOLVED_UNDERPAID' && isKnown) return undefined
  const error = [
    saleError('UnderpaidError', {
      expected: Number(sale.expected),
      paid: Number(lovelace),
      missing: Number(sale.expected - lovelace),
    }),
    ...after.map((payment) => tooLate(sale, payment)),
  ]
  return {
    status: 'UNRESOLVED_UNDERPAID',
    buyer: inTime[0]?.from_address ?? '',
    error,
    uses,
    reports: [{ kind: 'UNRESOLVED_UNDERPAID', cause: causeOf(error, confirmed), error }],
  }
}

/** The reservation is over; another sale may hold its tokens. */
const late = (sale: SaleToEvaluate, confirmed: readonly PaymentRow[]): Verdict | undefined => {
  const [first] = confirmed
  if (first === undefined) return undefined
  const error = confirmed.map((payment) => tooLate(sale, payment))
  return {
    status: 'RESERVED_FAILED',
    buyer: first.from_address,
    error,
    uses: asUse(confirmed, 'surplus'),
    reports: [{ kind: 'RESERVED_FAILED', cause: causeOf(error, confirmed), error }],
  }
}

/** A further payment to a sale that has its price. It does not change the sale's own error. */
const further = (status: SaleStatus, confirmed: readonly PaymentRow[]): Verdict | undefined => {
  const fresh = confirmed.filter(({ use }) => use === 'unconfirmed')
  if (fresh.length === 0) return undefined
  return { status, uses: asUse(fresh, 'surplus'), reports: [secondPayment(fresh)] }
}

const secondPayment = (surplus: readonly PaymentRow[]): SaleReport => {
  const error = [secondPaymentError(surplus)]
  return { kind: 'UNRESOLVED_OVERPAID', cause: causeOf(error, surplus), error }
}

/** @param surplus at least one payment */
export const secondPaymentError = (surplus: readonly PaymentRow[]): SaleError =>
  saleError('SecondPaymentError', {
    txIds: surplus.map(({ tx_id: txId }) => txId),
    lovelace: Number(lovelaceOf(surplus)),
  })

const tooLate = (
  { reserved_until: end }: SaleToEvaluate,
  { slot, lovelace }: PaymentRow,
): SaleError =>
  saleError('ReservationEndedError', {
    reservedUntil: Number(end),
    paidAt: Number(slot),
    lovelace: Number(lovelace),
  })

const saleError = (name: string, message: Record<string, unknown>): SaleError => ({ name, message })

const asUse = (payments: readonly PaymentRow[], use: PaymentUse) =>
  payments.map((payment) => ({ payment, use }))

const lovelaceOf = (payments: readonly PaymentRow[]): bigint =>
  payments.reduce((sum, { lovelace }) => sum + lovelace, 0n)

const causeOf = (error: readonly SaleError[], payments: readonly PaymentRow[]): string =>
  [
    ...error.map(({ name }) => name),
    ...payments.map(({ tx_id: txId, output_index: index }) => refText({ txId, index })),
  ].join(' ')
