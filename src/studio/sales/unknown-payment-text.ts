import { adaText } from '#shared/format.ts'
import type { UnknownPayment } from '../store/skipped-addresses.ts'

/** What was paid where, and what the seller can do: no sale of this studio delivers or refunds it. */
export const unknownPaymentText = (payment: UnknownPayment): string => {
  const { lovelace, wallet_id: wallet, wallet_index: index, payment_address: address } = payment
  const { from_address: payer } = payment
  const amount = adaText(lovelace, 'ADA')
  const back =
    payer === null
      ? 'Ask the buyer where to send it back'
      : `It came from ${payer}. Agree with the buyer, or send it back`
  return `${amount} were paid for a sale that is not in the backup which this studio was restored from, so nothing is delivered for it. They are at ${address}, which is number ${index} of the wallet ${wallet}. ${back}: with the wallet's phrase, by the key m/1852'/1815'/0'/0/${index} (docs/selling-anywhere.md, "After a restore").`
}
