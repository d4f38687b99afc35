import { adaText } from '#values/text/format.ts'
import { markup, type Markup } from '#values/text/markup.ts'
import { paymentFor } from './min-payment.ts'
import { type PaidSale, paidParts } from './payment-due.ts'
import { salePriceOf } from './total-price.ts'

/**
 * Who has paid a part of a price and what each still owes: the same for window, pages and files. Payments
 * of different payers are never added, so everybody else is asked for the whole price.
 */

/** Who has paid a part of the price; amounts in lovelace. */
export type PartPayer = {
  readonly address: string
  /** What counts of it for the price. */
  readonly paid: bigint
  readonly missing: bigint
  /** To be paid to complete it: more than what is missing, where that is less than a payment can be. */
  readonly rest: bigint
  /** A payment of several keys, or of a script, stands alone. */
  readonly isCompletable: boolean
  /** Whether it can be sent back to the address. */
  readonly isReachable: boolean
}

/** The nearest to the price first. */
export const partPayers = (sale: PaidSale): readonly PartPayer[] => {
  const total = salePriceOf(sale)
  return paidParts(sale)
    .filter(({ paid }) => paid < total)
    .map(({ payer, address, paid, payments }) => ({
      address,
      paid,
      missing: total - paid,
      rest: paymentFor(total - paid),
      isCompletable: payer !== null,
      isReachable: payments.every(({ is_reachable: isReachable }) => isReachable !== false),
    }))
}

/** Anybody can pay a part, any number of times; a page names so many of them. */
const mostNamed = 5

/**
 * For whoever has paid a part, folded, without a QR code or a link: anybody can pay a part, and nobody
 * else is to pay the rest of it.
 */
export const partsMarkup = (payers: readonly PartPayer[]): Markup =>
  payers.length === 0
    ? { markup: '' }
    : markup`<details class="parts"><summary>Paid a part of it already?</summary>
${payers.slice(0, mostNamed).map((payer) => markup`<p class="soft">${partQuestion(payer)} ${partAnswer(payer)}</p>`)}
${payers.length <= mostNamed ? { markup: '' } : markup`<p class="soft">${moreText(payers.length - mostNamed)}</p>`}</details>`

const ada = (lovelace: bigint): string => adaText(lovelace, 'ADA', { isNeutral: true })

const partQuestion = ({ paid, address }: PartPayer): Markup =>
  markup`Paid ${ada(paid)} from <code>${address}</code>?`

const partAnswer = (payer: PartPayer): string =>
  payer.isCompletable
    ? `${ada(payer.rest)} more from this very address complete it${roundedText(payer)}. From another address pay the whole price; ${backText(payer)}`
    : `No other payment completes it, because it was not paid from one address alone. Pay the whole price; ${backText(payer)}`

const roundedText = ({ missing, rest }: PartPayer): string =>
  missing === rest
    ? ''
    : `, since no wallet sends just ${ada(missing)}: what is too much comes back with what you buy`

const backText = ({ paid, isReachable }: PartPayer): string =>
  isReachable
    ? `the ${ada(paid)} can be sent back, less the fee.`
    : `the seller can send the ${ada(paid)} back, less the fee, to an address that you name to the seller.`

const moreText = (payers: number): string =>
  `${payers === 1 ? 'One more payer has' : `${payers} more payers have`} paid less. A payment counts for its own payer alone, and what buys nothing can be sent back.`
