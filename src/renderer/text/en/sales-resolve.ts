import { countText, numberText } from '#values/text/format.ts'

/** What can be done about a payment link that went wrong, and its confirmation. */
export const resolve = {
  onTop: {
    name: 'Refund the excess',
    text: 'The excess goes back to each who paid it, and the sale continues. A refund can’t be undone.',
  },
  names: {
    refund: 'Refund',
    retry: 'Try again',
    accept: 'Accept',
    wait: 'Ask for the missing amount',
  },
  titles: {
    refund: 'Refund this payment?',
    retry: 'Try to mint again?',
    accept: 'Accept this payment?',
    wait: 'Ask for the missing amount?',
  },
  texts: {
    refund: 'Each payer gets back what they paid, less the fee. A refund can’t be undone.',
    retry:
      'Coldpress tries to mint again. Once it is on chain, the buyer has the tokens. This can’t be undone.',
    accept:
      'Coldpress mints the tokens to the buyer and returns the excess with them. The price is yours, less the fee and the ADA with the tokens. This can’t be undone.',
    wait: 'The reservation starts again. The same payer can pay the missing amount; anybody else pays the whole price. Nothing is spent.',
  },
  confirm: {
    refund: 'Sign and refund',
    retry: 'Sign and try again',
    accept: 'Sign and sell',
    wait: 'Ask for the missing amount',
  },
  done: {
    refund: 'The refund was sent.',
    retry: 'Trying again.',
    accept: 'Accepted. The tokens are being minted.',
    wait: 'The reservation has started again.',
  },
  receivers: 'Refunds',
  receiver: 'Receiver',
  goesTo: 'Goes to',
  spent: 'Spent in all',
  beforeFee: 'Returned, before the fee',
  returned: (receivers: number) =>
    receivers === 1 ? 'Returned' : `Returned to ${countText(receivers, 'address', 'addresses')}`,
  fee: 'Fee of the refund',
  feeUnknown: 'The network fee, about 0.2\u00A0₳, is deducted from these amounts.',
  nothing: 'There is nothing to refund.',
  transactions: (count: number) =>
    `It takes ${numberText(count)} transactions, because each receiver’s money goes back by itself.`,
  left: 'Stays',
  payer: 'Payer',
  needsReceiver: 'Nothing can be sent back there with certainty. Enter who gets it.',
  cannotGoBack: 'No transaction can give it back.',
  missingForWay: (amount: string) =>
    `${amount} is still missing for its own way back, unless the collection’s payment address pays it.`,
  price: 'Price',
  paid: 'Paid',
  paidByBuyer: 'Paid by the buyer',
  paidByNearest: 'Paid by the nearest payer',
  back: 'Back to the buyer',
  tokensBack: (count: number) =>
    `With it ${countText(count, 'other token goes', 'other tokens go')} back to the buyer. The ADA that they need came on top of the price.`,
  missing: 'Still missing',
  to: 'Send it to this address',
  toRequired: 'The payment came from a script, so enter the address of a wallet.',
  toOptional: 'Send it to another address',
  toHint:
    'Only if the buyer asks for it, and you are sure who asks. If several people paid, this address gets the payments that came from a script; the others get their own payments back.',
  toMissing: 'Enter an address.',
}
