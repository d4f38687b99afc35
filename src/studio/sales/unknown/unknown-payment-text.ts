import { adaText, countText } from '#values/text/format.ts'
import type { UnknownPayment } from '../../store/skipped-addresses.ts'

/** What was paid where, and what the seller can do: no sale of this studio delivers it. */
export const unknownPaymentText = (payment: UnknownPayment): string => {
  const { lovelace, wallet_id: wallet, wallet_index: index, payment_address: address } = payment
  const { from_address: payer } = payment
  const { assets } = payment
  const tokens = assets.length === 0 ? '' : ` and ${countText(assets.length, 'other token')}`
  const amount = `${adaText(lovelace, 'ADA')}${tokens}`
  const back =
    payer === null
      ? 'Nothing says with certainty where to send it back: ask the buyer, then refund it to the address that they name'
      : `It came from ${payer}. Agree with the buyer, or refund it`
  return `${amount} were paid ${whatFor(payment)}, so nothing is delivered for it. They are at ${address}, which is number ${index} of the wallet ${wallet}. ${back} (docs/how-to/sell.md, "Payments without a sale").`
}

const whatFor = ({ sale_id: sale, collection_name: collection }: UnknownPayment): string =>
  sale === null
    ? 'for a sale that this studio does not know: it was made after the backup or the copy which the studio goes on from'
    : `for the sale ${sale} of the collection ${JSON.stringify(collection)}, which was deleted`
