import { durationWords } from '#values/text/format.ts'

/** After the delivery time. Nothing is sent back without the seller (ADR 16). */
export const sentBackBySeller = 'the seller has to send your payment back, less the network’s fee'

/** Before a payment, where keys sign that are not online. @param seconds from payment to signature */
export const deliveryTerms = (seconds: number): string =>
  `Delivered within ${durationWords(BigInt(seconds))} of your payment: the seller signs on a computer that is not online. If the seller has not signed by then, ${sentBackBySeller}.`
