import { countText, numberText } from '#values/text/format.ts'

/** Paid sales that keys on another computer sign for. */
export const rounds = {
  title: 'Paid sales that need a signature from another computer',
  waiting: (count: number) =>
    count === 1
      ? '1 paid sale waits for a signature.'
      : `${numberText(count)} paid sales wait for a signature.`,
  due: 'Sign before',
  build: 'Build signing request…',
  buildTitle: (count: number) =>
    `Build ${count === 1 ? 'one sale' : `${numberText(count)} sales`} as one signing request`,
  buildText:
    'The request holds a transaction for each sale. Carry it to the computer that has the key, sign it there, and bring the signatures back. A sale that is paid later waits for the next request.',
  buildReason: 'Your vault signs for the payments of these sales, so it must be open.',
  validFor: 'Time to sign and send',
  validForHint: 'After this time the sales are built again, and the request is stale.',
  submit: 'Build signing request',
  built: 'Signing request built. Save it for the computer that has the key.',
  list: 'Signing requests of sales',
  states: {
    awaiting_witnesses: 'Waits for signatures',
    sending: 'Being delivered',
    completed: 'Delivered',
    ended: 'Stale',
    withdrawn: 'Withdrawn',
  },
  sales: (count: number) => countText(count, 'sale', 'sales'),
  delivered: (done: number, all: number) =>
    `${numberText(done)} of ${countText(all, 'sale', 'sales')} delivered`,
  validUntil: 'Valid until',
  save: 'Save request…',
  saved: (path: string) => `Signing request saved as ${path}.`,
  add: 'Add signatures…',
  added: 'Signatures added.',
  inbox: 'Show as codes',
  inInbox: 'The request is in your signing inbox, which shows it as codes.',
  import: 'Use signatures of the inbox',
  withdraw: 'Withdraw',
  withdrawTitle: 'Withdraw this signing request?',
  withdrawText: (count: number) =>
    `${countText(count, 'sale', 'sales')} of it ${count === 1 ? 'waits' : 'wait'} again for a signature, or can be refunded. The saved file becomes stale.`,
  keep: 'Keep signing request',
  withdrawn: 'Signing request withdrawn.',
}
