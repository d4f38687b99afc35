import { sentBackBySeller } from '#contract/sales/delivery-terms.ts'
import { markup, type Markup } from '#values/text/markup.ts'
import type { SaleStatus } from '#contract/sales/sale-status.ts'
import { utcClock } from '../sales/calls-used-up.ts'
import { localTime } from './page.ts'
import { adaInWords } from './paying.ts'
import type { SaleState } from './sale-state.ts'
import { hasSaleError } from '#contract/sales/explain-sale-error.ts'
import { answeredTerms } from '#contract/sales/sale-terms.ts'

export type SaleStateText = {
  readonly sentence: string | Markup
  readonly tone: 'waiting' | 'good' | 'bad'
  /** What it means for who pays; empty when there is nothing to add. */
  readonly more: string
  /** How to pay; it stands beside the payment. */
  readonly how?: string
}

const waitingText = (sentence: string | Markup, more = ''): SaleStateText => ({
  sentence,
  tone: 'waiting',
  more,
})
const goodText = (sentence: string, more = ''): SaleStateText => ({ sentence, tone: 'good', more })
const badText = (sentence: string | Markup, more = ''): SaleStateText => ({
  sentence,
  tone: 'bad',
  more,
})

/** A payment from this page that no block has yet. */
export const sentText = waitingText('Your payment is on its way.')

/** The subject of a sentence, with its verb. */
const tokensAre = ({ sale: { supply } }: SaleState): string =>
  supply === 1 ? 'The work is' : 'The works are'

export const doNotPay = 'Do not pay to this address any more: it would only have to be sent back.'
const sellerDecides = 'The seller has been notified and decides what happens with your payment.'
const ownWallet =
  'in one payment, from a wallet of your own. Your artwork is sent to the wallet you pay from.'
/** Payments of different payers are not added up. */
const forItsPayer = `It counts for its own payer alone. If that is you, see below what completes it. Otherwise pay the whole price, ${ownWallet}`

/** Before a payment: what it then waits for. */
export const deliveryWaits =
  'Delivery waits for the seller, who has to sign it; what is paid is kept for you until then.'

/** What is paid in time counts by its block, whenever it is seen. */
const pausedText = ({ pausedUntil }: SaleState): string =>
  pausedUntil === undefined
    ? ''
    : ` This page shows payments again after ${utcClock(pausedUntil)}. What is paid in time counts all the same.`

const undeliverableText = ({ left }: SaleState): SaleStateText =>
  badText(
    'The seller cannot deliver this at the moment: a key that has to sign it is missing.',
    left === 0n ? 'Nothing is to be paid now. Ask the seller.' : sellerDecides,
  )

/** Nobody is asked for money before the chain was asked what is paid. */
const unreadText = (state: SaleState): SaleStateText =>
  badText(
    'Payments cannot be checked at the moment.',
    `Do not pay now. Nothing that was paid is lost, and this page asks again by itself.${pausedText(state)}`,
  )

const seenText = ({ confirmations = 0, sale: { confirmations: wanted } }: SaleState): string =>
  `${Math.min(confirmations, wanted)} of ${wanted} confirmations`

/** The whole price is there, and does not count yet. */
const coveredText = (state: SaleState): SaleStateText =>
  waitingText(
    `A payment of ${adaInWords(state.paid)} has arrived: ${seenText(state)}.`,
    `You’re done. Don’t pay a second time.${pausedText(state)}`,
  )

const reservedText = (state: SaleState): SaleStateText => {
  const { confirmations, paid, total } = state
  if (confirmations !== undefined && paid >= total) return coveredText(state)
  if (state.isOver) return reservationOver
  if (state.delivery === 'impossible') return undeliverableText(state)
  if (confirmations !== undefined)
    return waitingText(
      `${adaInWords(paid)} of ${adaInWords(total)} has arrived: ${seenText(state)}.`,
      forItsPayer,
    )
  return {
    ...waitingText(
      `${tokensAre(state)} reserved for you. Waiting for the payment.`,
      `${refusedText(state)}${deliveryText(state)}${pausedText(state)}`.trim(),
    ),
    how: `Pay exactly this amount, ${ownWallet}`,
  }
}

const reservationOver = waitingText(
  'The reservation is over. Checking the latest blocks for a payment in time.',
  doNotPay,
)

/** Seen by who has paid and by who has reserved alike. */
const refusedText = ({ sale }: SaleState): string =>
  hasSaleError(sale, 'TooManyForBuyerError')
    ? ' A payment has arrived from a buyer who may get no more of this collection. It doesn’t count, and the seller can send it back. If it is yours, don’t pay again.'
    : ''

/** What delivery waits for, where it follows the payment as soon as the seller unlocks the vault. */
const deliveryText = ({ delivery, sale }: SaleState): string =>
  delivery === 'waits' && answeredTerms(sale).delivers_within === null ? ` ${deliveryWaits}` : ''

/** Paid, and signed elsewhere. */
const collectedText = (state: SaleState, by: Date): SaleStateText =>
  state.sale.delivery?.is_late === true
    ? badText(
        markup`<span>The seller has not signed by ${localTime(by)}.</span>`,
        `The delivery time has passed, and the seller has been notified. If no signature comes any more, ${sentBackBySeller}.`,
      )
    : waitingText(
        markup`<span>Paid. The seller signs before ${localTime(by)}, on a computer that is not online.</span>`,
        `Nothing is to be done by you. ${tokensAre(state)} kept for you meanwhile. If the seller has not signed by then, ${sentBackBySeller}.`,
      )

/** A sale that ended before it was paid for. */
const endedText = (what: string, state: SaleState): SaleStateText => {
  const { left, sale } = state
  // It is on the chain and does not count yet; after that the seller is informed.
  if (left > 0n)
    return badText(
      `${what} ${adaInWords(left)} arrived too late.`,
      `It is not lost: the seller can send it back, less the fee. ${doNotPay}`,
    )
  return hasSaleError(sale, 'SpentElsewhereError')
    ? spentElsewhereText(state)
    : badText(what, doNotPay)
}

const expiredText = (state: SaleState): SaleStateText =>
  state.left > 0n || hasSaleError(state.sale, 'SpentElsewhereError')
    ? endedText('The reservation has ended.', state)
    : badText(
        `The reservation has ended, and nothing was paid. ${tokensAre(state)} free again.`,
        doNotPay,
      )

const goesBackText = (left: bigint): string =>
  `The seller still has to send back ${adaInWords(left)}, less the fee.`

const spentElsewhereText = ({ left }: SaleState): SaleStateText =>
  badText(
    'What was paid has been spent by a transaction that this page’s studio did not send.',
    `${left === 0n ? '' : `${goesBackText(left)} `}Ask the seller what became of your payment. ${doNotPay}`,
  )

const failedText = (state: SaleState): SaleStateText => {
  const { sale, left } = state
  if (hasSaleError(sale, 'OutsideOfValidityIntervalError'))
    return badText(
      left === 0n
        ? 'The time in which this could be minted has passed.'
        : 'The time in which this could be minted has passed before the payment counted.',
      left === 0n ? doNotPay : sellerDecides,
    )
  if (hasSaleError(sale, 'RefundFailedError'))
    return badText(
      (sale.payments ?? []).some(({ use }) => use === 'refunded')
        ? 'A part of what was paid has been sent back, less the fee.'
        : 'What was paid could not be sent back yet.',
      `${goesBackText(left)} ${doNotPay}`,
    )
  if (hasSaleError(sale, 'SpentElsewhereError')) return spentElsewhereText(state)
  return hasSaleError(sale, 'TooManyForBuyerError')
    ? badText(
        'The buyer may get no more of this collection.',
        `The seller has been notified and can send ${adaInWords(left)} back, less the fee. ${doNotPay}`,
      )
    : badText(
        'The payment came after the reservation had ended.',
        `The seller has been notified and can send ${adaInWords(left)} back, less the fee. ${doNotPay}`,
      )
}

/** What is left may be that of others who have paid a part. */
const refundedText = ({ sale, left }: SaleState): SaleStateText => {
  if (left === 0n) return goodText('What was paid has been sent back, less the fee.', doNotPay)
  return hasSaleError(sale, 'RefundLeftError')
    ? goodText(
        'What was paid has been sent back, less the fee.',
        `${adaInWords(left)} could not be: too little to pay the fee of its own way back. Ask the seller if it is yours. ${doNotPay}`,
      )
    : badText(
        'A part of what was paid has been sent back, less the fee.',
        `${goesBackText(left)} ${doNotPay}`,
      )
}

const overpaidText = ({ sale }: SaleState): SaleStateText =>
  hasSaleError(sale, 'OtherTokensError')
    ? badText('The payment holds other tokens too.', `They are not lost. ${sellerDecides}`)
    : badText(
        `More was paid than asked for: ${adaInWords(sale.surplus ?? 0)} too much.`,
        `It is not lost. ${sellerDecides}`,
      )

const underpaidText = (state: SaleState): SaleStateText => {
  const { total, paid, left, isOver, isHeld, delivery } = state
  if (paid >= total) return coveredText(state)
  if (isOver && isHeld) return reservationOver
  if (isOver)
    return badText(
      `The reservation has ended, and nobody has paid the whole price. ${tokensAre(state)} free again.`,
      `${adaInWords(left)} arrived. It is not lost: the seller has been notified and can send it back, less the fee. ${doNotPay}`,
    )
  return delivery === 'impossible'
    ? undeliverableText(state)
    : badText(`Not enough was paid: ${adaInWords(paid)} of ${adaInWords(total)}.`, forItsPayer)
}

const words: Readonly<Record<SaleStatus, (state: SaleState) => SaleStateText>> = {
  RESERVED: reservedText,
  EXPIRED: expiredText,
  CANCELLED: (state) => endedText('The sale was cancelled.', state),
  PROCESSING: (state) => {
    const by = state.sale.delivery?.by
    if (typeof by === 'string') return collectedText(state, new Date(by))
    return state.isParked
      ? waitingText(
          'Paid. The seller still has to sign.',
          `Nothing is to be done by you. ${tokensAre(state)} kept for you meanwhile.`,
        )
      : waitingText('Paid. The minting transaction is being made.')
  },
  SUBMITTING: () => waitingText('Paid. The minting transaction is on its way to the chain.'),
  MINTING: (state) =>
    waitingText(
      `Paid. ${tokensAre(state)} being minted: ${state.blocksOnIt} confirmations so far.`,
    ),
  COMPLETED: ({ sale: { supply } }) =>
    goodText(`Done. ${supply === 1 ? 'It’s' : 'They’re'} in your wallet.`),
  RESERVED_FAILED: failedText,
  PROCESSING_FAILED: ({ sale }) => {
    if (hasSaleError(sale, 'DeliveryLateError'))
      return badText(
        'The seller has not signed in the delivery time.',
        `The seller has been notified: ${sentBackBySeller}, unless you agree with the seller on a later delivery.`,
      )
    return hasSaleError(sale, 'PaidByScriptError')
      ? badText(
          'Paid, but from the address of a script, such as an exchange pays from.',
          'Tell the seller an address of a wallet of your own: what is sent back there could be lost.',
        )
      : badText('Paid, but this cannot be minted at the moment.', sellerDecides)
  },
  UNRESOLVED_SUBMITTING_FAILED: () =>
    badText(
      'Paid, but the network does not take the minting transaction at the moment.',
      sellerDecides,
    ),
  UNRESOLVED_MINTING_MISSING: () =>
    badText('Paid, but the minting transaction is not on the chain.', sellerDecides),
  UNRESOLVED_OVERPAID: overpaidText,
  UNRESOLVED_UNDERPAID: underpaidText,
  REFUNDING: () => waitingText('What was paid is being sent back, less the fee.'),
  REFUNDED: refundedText,
}

/** What the page says of a sale to who pays for it. */
export const saleStateText = (state: SaleState): SaleStateText =>
  state.isUnread ? unreadText(state) : words[state.sale.status](state)
