import { clockText, sentBackBySeller } from '#shared/delivery-terms.ts'
import type { SaleStatus } from '#shared/wire/sale.ts'
import { utcClock } from '../sales/calls-used-up.ts'
import { adaText } from './paying.ts'
import type { SaleState } from './sale-state.ts'

export type SaleStateText = {
  readonly sentence: string
  readonly tone: 'waiting' | 'good' | 'bad'
  /** What it means for who pays; empty when there is nothing to add. */
  readonly more: string
}

const waiting = (sentence: string, more = ''): SaleStateText => ({
  sentence,
  tone: 'waiting',
  more,
})
const good = (sentence: string, more = ''): SaleStateText => ({ sentence, tone: 'good', more })
const bad = (sentence: string, more = ''): SaleStateText => ({ sentence, tone: 'bad', more })

/** The subject of a sentence, with its verb. */
const tokensAre = ({ supply }: SaleState): string =>
  supply === 1 ? 'The token is' : 'The tokens are'

export const doNotPay = 'Do not pay to this address any more: it would only have to be sent back.'
const sellerDecides = 'The seller has been notified and decides what happens with your payment.'

/** Before a payment: what it then waits for. */
export const deliveryWaits =
  'Delivery waits for the seller, who has to sign it; what is paid is kept for you until then.'

/** What is paid in time counts by its block, whenever it is seen. */
const pausedText = ({ pausedUntil }: SaleState): string =>
  pausedUntil === undefined
    ? ''
    : ` This page shows payments again after ${utcClock(pausedUntil)}. What is paid in time counts all the same.`

const undeliverable = ({ paid }: SaleState): SaleStateText =>
  bad(
    'The seller cannot deliver this at the moment: a key that has to sign it is missing.',
    paid === 0n ? 'Nothing is to be paid now. Ask the seller.' : sellerDecides,
  )

const reserved = (state: SaleState): SaleStateText => {
  const { confirmations, wanted, paid, total } = state
  if (confirmations !== undefined) {
    const seen = `A payment of ${adaText(paid)} has arrived: ${Math.min(confirmations, wanted)} of ${wanted} confirmations.`
    return paid >= total
      ? waiting(seen, `You’re done. Don’t pay a second time.${pausedText(state)}`)
      : waiting(seen, `${adaText(total - paid)} are missing.`)
  }
  if (state.delivery === 'impossible') return undeliverable(state)
  if (state.isOver) {
    return waiting(
      'The reservation is over. Checking the latest blocks for a payment in time.',
      doNotPay,
    )
  }
  return waiting(
    `${tokensAre(state)} reserved for you. Waiting for the payment.`,
    `Pay exactly this amount, in one payment, from a wallet of your own: what you buy goes to the address that pays.${deliveryText(state)}${pausedText(state)}`,
  )
}

/** What delivery waits for, where it follows the payment as soon as the seller unlocks the vault. */
const deliveryText = ({ delivery, deliversWithin }: SaleState): string =>
  delivery === 'waits' && deliversWithin === null ? ` ${deliveryWaits}` : ''

/** Paid, and signed elsewhere. */
const collected = (state: SaleState, by: Date): SaleStateText =>
  state.isLate
    ? bad(
        `The seller has not signed by ${clockText(by)}.`,
        `The delivery time has passed, and the seller has been notified. If no signature comes any more, ${sentBackBySeller}.`,
      )
    : waiting(
        `Paid. The seller signs before ${clockText(by)}, on a computer that is not online.`,
        `Nothing is to be done by you. ${tokensAre(state)} kept for you meanwhile. If the seller has not signed by then, ${sentBackBySeller}.`,
      )

/** It is on the chain and does not count yet; after that the seller is informed. */
const tooLate = (what: string, { paid }: SaleState): SaleStateText =>
  bad(
    `${what} ${adaText(paid)} arrived too late.`,
    `It is not lost: the seller can send it back, less the fee. ${doNotPay}`,
  )

const late = ({ errors, paid }: SaleState): SaleStateText =>
  errors.has('OutsideOfValidityIntervalError')
    ? bad(
        paid === 0n
          ? 'The time in which this could be minted has passed.'
          : 'The time in which this could be minted has passed before the payment counted.',
        paid === 0n ? doNotPay : sellerDecides,
      )
    : bad(
        'The payment came after the reservation had ended.',
        `The seller has been notified and can send ${adaText(paid)} back, less the fee. ${doNotPay}`,
      )

const overpaid = ({ errors, surplus }: SaleState): SaleStateText =>
  errors.has('OtherTokensError')
    ? bad('The payment holds other tokens too.', `They are not lost. ${sellerDecides}`)
    : bad(
        `More was paid than asked for: ${adaText(surplus)} too much.`,
        `It is not lost. ${sellerDecides}`,
      )

const underpaid = (state: SaleState): SaleStateText => {
  const { total, paid, isOver, delivery } = state
  if (delivery === 'impossible') return undeliverable(state)
  return isOver
    ? bad(
        `Less was paid than asked for: ${adaText(total - paid)} are missing.`,
        'The time for the rest is over. The seller has been notified, and can give more time or send the payment back.',
      )
    : bad(
        `Less was paid than asked for: ${adaText(total - paid)} are missing.`,
        'Pay the rest from the same wallet before the reservation ends.',
      )
}

const words: Readonly<Record<SaleStatus, (state: SaleState) => SaleStateText>> = {
  RESERVED: reserved,
  EXPIRED: (state) =>
    state.paid === 0n
      ? bad(
          `The reservation has ended, and nothing was paid. ${tokensAre(state)} free again.`,
          doNotPay,
        )
      : tooLate('The reservation has ended.', state),
  CANCELLED: (state) =>
    state.paid === 0n
      ? bad('The sale was cancelled.', doNotPay)
      : tooLate('The sale was cancelled.', state),
  PROCESSING: (state) => {
    if (state.deliverBy !== undefined) return collected(state, state.deliverBy)
    return state.isParked
      ? waiting(
          'Paid. The seller still has to sign.',
          `Nothing is to be done by you. ${tokensAre(state)} kept for you meanwhile.`,
        )
      : waiting('Paid. The minting transaction is being made.')
  },
  SUBMITTING: () => waiting('Paid. The minting transaction is on its way to the chain.'),
  MINTING: (state) =>
    waiting(`Paid. ${tokensAre(state)} being minted: ${state.blocksOnIt} confirmations so far.`),
  COMPLETED: (state) => good(`Completed. ${tokensAre(state)} in the buyer's wallet.`),
  RESERVED_FAILED: late,
  PROCESSING_FAILED: ({ errors }) => {
    if (errors.has('DeliveryLateError'))
      return bad(
        'The seller has not signed in the delivery time.',
        `The seller has been notified: ${sentBackBySeller}, unless you agree with the seller on a later delivery.`,
      )
    return errors.has('PaidByScriptError')
      ? bad(
          'Paid, but from the address of a script, such as an exchange pays from.',
          'Tell the seller an address of a wallet of your own: tokens sent back there could be lost.',
        )
      : bad('Paid, but the tokens cannot be minted at the moment.', sellerDecides)
  },
  UNRESOLVED_SUBMITTING_FAILED: () =>
    bad(
      'Paid, but the network does not take the minting transaction at the moment.',
      sellerDecides,
    ),
  UNRESOLVED_MINTING_MISSING: () =>
    bad('Paid, but the minting transaction is not on the chain.', sellerDecides),
  UNRESOLVED_OVERPAID: overpaid,
  UNRESOLVED_UNDERPAID: underpaid,
  REFUNDING: () => waiting('What was paid is being sent back, less the fee.'),
  REFUNDED: () => good('What was paid has been sent back, less the fee.', doNotPay),
}

/** What the page says of a sale to who pays for it. */
export const saleStateText = (state: SaleState): SaleStateText => words[state.status](state)
