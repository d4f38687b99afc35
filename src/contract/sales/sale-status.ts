/** What each status of a sale means. Every question about a status is a column of this table. */

/**
 * - `refund`: sends each payer's money back, less the fee; for a sale that goes on, only the surplus.
 *   What cannot bear its own way back is left.
 * - `retry`: tries again after the cause is fixed.
 * - `accept`: sells anyway; what the buyer paid too much, other tokens too, returns with the tokens.
 * - `wait`: starts the reservation again, so that the same payer can pay what is missing, or anybody
 *   the whole price. It takes the tokens again; rejected once somebody else has them.
 */
export const saleResolutions = ['refund', 'retry', 'accept', 'wait'] as const
export type SaleResolution = (typeof saleResolutions)[number]

type StatusColumns = {
  /** What people see. */
  readonly label: string
  readonly tone: 'plain' | 'accent' | 'good' | 'warn' | 'bad'
  /** `decision`: the owner has to make one. `over`: final, and nothing is to be decided. */
  readonly stage: 'reserved' | 'delivery' | 'decision' | 'refund' | 'over' | 'unknown'
  /**
   * What has become of the price. `none`: nobody has paid it in time. `counted`: it lies at the sale's
   * address and pays for the tokens. `unused`: what was paid pays for none. `spent`: by the
   * transaction that delivers the tokens. `returned`: by the refund.
   */
  readonly price: 'none' | 'counted' | 'unused' | 'spent' | 'returned'
  /** The possible resolutions, the recommended one first. */
  readonly resolutions: readonly SaleResolution[]
  /** As what the status is reported, if it is (interface, "Event kinds"). `own`: the interface does not
   * list it, so it goes only to webhooks that ask for it. */
  readonly event: 'step' | 'failure' | 'own' | null
  /** Whether a payment can still buy the tokens. */
  readonly acceptsPayment: boolean
  /** Whether it may change at any moment without a decision. */
  readonly isMoving: boolean
  /** Whether the interface names it so; two of the failures have other names. */
  readonly isUnresolved: boolean
}

/** Adds the columns that follow from others. */
const rowOf = <Columns extends StatusColumns>(columns: Columns) => {
  const { stage, price, acceptsPayment } = columns
  const isOver = stage === 'over'
  return {
    ...columns,
    isOver,
    needsDecision: stage === 'decision',
    /** Over, and nothing was paid in time. */
    endedUnpaid: isOver && price === 'none',
    /** Its tokens are with the buyer, or its money was given back. */
    isSettled: isOver && price !== 'none',
    /** Paid, and nothing is in the way of the delivery. */
    isSold: stage === 'delivery' || (isOver && price === 'spent'),
    /** The studio is acting on it, or waiting for confirmations. */
    isInProgress: stage === 'delivery' || stage === 'refund',
    /** Signed for, or given back: the promise to deliver is kept, or over. */
    isDelivered: price === 'spent' || price === 'returned',
    /** A transaction has ended it, or its refund is under way. */
    isDecided: price === 'returned' || (isOver && price === 'spent'),
    /** Something of it may still be signed that is not yet. */
    mayBeSigned: price === 'counted' || acceptsPayment,
    /** Nothing is sold by it any more, so all that lies there is to be given back. */
    sellsNothing: (isOver && price !== 'spent') || (price === 'unused' && !acceptsPayment),
  }
}
export type SaleStatusRow = ReturnType<typeof rowOf<StatusColumns>>

const none = {
  resolutions: ['refund'],
  event: null,
  acceptsPayment: false,
  isMoving: false,
  isUnresolved: false,
} as const
const over = { ...none, stage: 'over' } as const
const moving = { ...none, tone: 'accent', isMoving: true } as const
const delivery = { ...moving, stage: 'delivery' } as const
const failed = { ...none, stage: 'decision', tone: 'bad', event: 'failure' } as const
const unminted = { ...failed, price: 'counted', resolutions: ['retry', 'refund'] } as const
const unsent = { ...unminted, isMoving: true, isUnresolved: true } as const
const misPaid = { ...failed, tone: 'warn', isUnresolved: true } as const

/**
 * - `RESERVED`: waits for its payment. `EXPIRED`, `CANCELLED`: over, nothing was paid in time.
 * - `PROCESSING`: paid; being built and signed, or waiting for signatures (`mint_id`).
 * - `SUBMITTING`, `MINTING`: sent; on chain. `COMPLETED`: confirmed.
 * - `RESERVED_FAILED` to `UNRESOLVED_UNDERPAID`: failed; `resolutions` lists what can be done.
 * - `REFUNDING`, `REFUNDED`: the refund was sent; is confirmed.
 */
export const saleStatus = {
  RESERVED: rowOf({
    ...moving,
    label: 'Waiting for payment',
    stage: 'reserved',
    price: 'none',
    acceptsPayment: true,
  }),
  EXPIRED: rowOf({ ...over, label: 'Not paid in time', tone: 'plain', price: 'none' }),
  CANCELLED: rowOf({ ...over, label: 'Cancelled', tone: 'plain', price: 'none' }),
  PROCESSING: rowOf({ ...delivery, label: 'Paid, being prepared', price: 'counted' }),
  SUBMITTING: rowOf({ ...delivery, label: 'Sent', price: 'spent' }),
  MINTING: rowOf({ ...delivery, label: 'Being confirmed', price: 'spent', event: 'step' }),
  COMPLETED: rowOf({ ...over, label: 'Sold', tone: 'good', price: 'spent', event: 'step' }),
  RESERVED_FAILED: rowOf({ ...failed, label: 'Reservation failed', price: 'unused' }),
  PROCESSING_FAILED: rowOf({ ...unminted, label: 'Can’t be minted yet' }),
  UNRESOLVED_SUBMITTING_FAILED: rowOf({ ...unsent, label: 'Not accepted' }),
  UNRESOLVED_MINTING_MISSING: rowOf({ ...unsent, label: 'Not on chain' }),
  UNRESOLVED_OVERPAID: rowOf({
    ...misPaid,
    label: 'Paid too much',
    price: 'counted',
    resolutions: ['accept', 'refund'],
  }),
  UNRESOLVED_UNDERPAID: rowOf({
    ...misPaid,
    label: 'Paid too little',
    price: 'unused',
    resolutions: ['wait', 'refund'],
    acceptsPayment: true,
    isMoving: true,
  }),
  REFUNDING: rowOf({ ...moving, label: 'Being refunded', stage: 'refund', price: 'returned' }),
  REFUNDED: rowOf({ ...over, label: 'Refunded', tone: 'plain', price: 'returned', event: 'own' }),
} satisfies Record<string, SaleStatusRow>

export type SaleStatus = keyof typeof saleStatus
export const saleStatuses =
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.keys(saleStatus) as readonly SaleStatus[]

/** Whether this version knows a status that a service answered. */
export const isSaleStatus = (text: string): text is SaleStatus => Object.hasOwn(saleStatus, text)

/** The hosted service spells it with one L. */
export const isCancelled = ({ status }: { readonly status: string }): boolean =>
  status === 'CANCELLED' || status === 'CANCELED'

/** The row of a status. A service may answer one that this version does not know. */
export const statusOf = (text: string): SaleStatusRow => {
  if (isSaleStatus(text)) return saleStatus[text]
  if (isCancelled({ status: text })) return saleStatus.CANCELLED
  const isUnresolved = text.startsWith('UNRESOLVED_')
  const stage = isUnresolved ? 'decision' : 'unknown'
  return rowOf({ ...none, label: text, tone: 'plain', stage, price: 'none', isUnresolved })
}

/** A status as people read it, in a sentence: `the sale has the state “Paid too little”`. */
export const stateWords = (status: string): string => `the state “${statusOf(status).label}”`

/** The statuses for which a question is answered with yes. */
export const statusesWhere = (question: (row: SaleStatusRow) => boolean): readonly SaleStatus[] =>
  saleStatuses.filter((status) => question(saleStatus[status]))

/** Whether the state of a sale may change at any moment. */
export const isMoving = ({ status }: { readonly status: string }): boolean =>
  statusOf(status).isMoving

export type SaleEventKind = {
  [Status in SaleStatus]: (typeof saleStatus)[Status]['event'] extends null ? never : Status
}[SaleStatus]

type OwnEventKind = {
  [Status in SaleStatus]: (typeof saleStatus)[Status]['event'] extends 'own' ? Status : never
}[SaleStatus]

/** The statuses that a sale reports to webhooks. */
export const saleEventKinds = saleStatuses.filter(
  (status): status is SaleEventKind => saleStatus[status].event !== null,
)
/** The first event of a sale that was paid for. */
export const firstPaidEvent = 'MINTING' satisfies SaleEventKind
/** The kinds that the interface does not list. */
export const ownEventKinds = saleEventKinds.filter(
  (kind): kind is OwnEventKind => saleStatus[kind].event === 'own',
)
export const saleFailureKinds = saleEventKinds.filter(
  (kind) => saleStatus[kind].event === 'failure',
)
