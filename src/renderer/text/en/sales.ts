import { countText, numberText } from '#shared/format.ts'

/** What buyers pay to, as long as no backup of it has proved itself. */
const wallet = {
  title: 'The wallet is not safe yet',
  none: 'What buyers pay goes to a wallet that exists on this computer alone. If it is lost, so is what was paid and not sent on yet. Make a backup and prove it:',
  made: 'What buyers pay goes to a wallet that was backed up, but nobody knows whether its backup works. Prove it:',
  backup: (id: string) => `coldpress key wallet backup ${id} --out FILE`,
  test: 'coldpress key wallet drill FILE',
  command: 'command',
}

const tokens = (count: number): string => countText(count, 'token', 'tokens')

/** Selling: what is on sale, what was sold, and what went wrong. */
export const sales = {
  tokens,
  part: 'Sales',
  partTokens: 'Tokens',
  attention: (count: number) => countText(count, 'sale waits for you', 'sales wait for you'),
  sell: 'Put on sale',
  vaultReason: 'What goes out has to be signed with keys of your vault. Nothing was signed yet.',

  states: {
    RESERVED: 'Waits for payment',
    EXPIRED: 'Not paid in time',
    CANCELLED: 'Cancelled',
    PROCESSING: 'Paid, being prepared',
    SUBMITTING: 'On its way',
    MINTING: 'Being confirmed',
    COMPLETED: 'Sold',
    RESERVED_FAILED: 'Paid too late',
    PROCESSING_FAILED: 'Cannot be minted yet',
    UNRESOLVED_SUBMITTING_FAILED: 'Not accepted',
    UNRESOLVED_MINTING_MISSING: 'Not on chain',
    UNRESOLVED_OVERPAID: 'Paid too much',
    UNRESOLVED_UNDERPAID: 'Paid too little',
    REFUNDING: 'Being refunded',
    REFUNDED: 'Refunded',
  },
  surplus: 'Money left over',
  wallet,

  blocked: {
    title: 'Sales that wait for a signature',
    text: (count: number) =>
      `${countText(count, 'sale waits', 'sales wait')} for a signature of the vault.`,
    unlock: 'Unlock the vault',
  },

  list: {
    label: 'Sales of this collection',
    columns: {
      tokens: 'Tokens',
      state: 'State',
      total: 'Price',
      buyer: 'Buyer',
      left: 'Time left',
      started: 'Started',
    },
    more: (first: string, count: number) => `${first} and ${numberText(count)} more`,
    left: (time: string) => `${time} left`,
    over: 'Over',
    older: 'Show older sales',
    count: (count: number, isAll: boolean) =>
      isAll ? countText(count, 'sale', 'sales') : `The newest ${numberText(count)} sales`,
    empty: {
      title: 'Nothing is on sale yet',
      text: 'A sale reserves tokens for one buyer, who pays to an address that is the sale’s own. Then they are minted to whoever paid.',
    },
    unsupported: {
      title: 'This service has no sales',
      text: 'It does not sell tokens through this interface.',
    },
  },

  pick: {
    action: 'Pick to sell',
    end: 'Stop picking',
    picked: (count: number, most: number) =>
      `${numberText(count)} of at most ${numberText(most)} picked`,
    hint: 'Click the tokens that shall be sold together.',
    label: 'Tokens to sell',
    cannot: 'Reserved, being minted or minted already',
  },

  form: {
    title: 'Put tokens on sale',
    which: 'Which tokens',
    picked: (count: number) =>
      count === 0 ? 'Those that I pick' : `The ${tokens(count)} I picked`,
    pickedList: 'Tokens that you picked',
    pickFirst: 'Pick them in the list of tokens first.',
    toTokens: 'Go to the tokens',
    random: 'Any of those for sale, drawn at random',
    quantity: 'How many',
    price: 'Price of one token, in ADA',
    priceHint:
      'Fees and the ADA that the ledger wants beside the tokens come out of it. The rest is your income.',
    total: (amount: string) => `The buyer pays ${amount}.`,
    time: 'Reservation time, in minutes',
    timeHint: 'So long the tokens wait for their buyer.',
    confirmations: 'Confirmations of the payment',
    confirmationsHint: 'Blocks on a payment before it counts.',
    confirmationsDefault: 'what suits the network',
    errors: {
      tokens: 'Pick a token, or let them be drawn.',
      quantity: (most: number) => `A whole number from 1 to ${numberText(most)} is needed.`,
      minutes: 'A whole number from 1 to 1440 is needed.',
      confirmations: 'A whole number from 0 to 100, or nothing.',
    },
    create: 'Put on sale',
    created: 'On sale. Give the payment link to the buyer.',
    walletReason:
      'The first sale makes the wallet that sales are paid to. It is kept in your vault, which has to be open for that.',
    royaltyFirst: 'The royalty token comes first: until it is minted nothing can be sold.',
  },

  sale: {
    loading: 'Loading the sale',
    back: 'Back to the sales',
    title: (what: string) => `Sale of ${what}`,
    what: 'What is sold',
    list: 'Tokens of this sale',
    type: 'Kind',
    types: { fixed: 'Chosen tokens', random: 'Drawn at random' },
    price: 'Price of one',
    priceOfAll: 'Price of all',
    total: 'To be paid',
    restOf: 'The rest of',
    buyer: 'Buyer',
    noBuyer: 'Nobody yet',
    transaction: 'Transaction',
    open: 'Open',
    openTransaction: 'Open the transaction in the browser',
    openPayment: (position: number) => `Open payment ${numberText(position)} in the browser`,
    income: 'Income',
    txFee: 'Transaction fee',
    nftFee: 'ADA with the tokens',
    nftFeeHint: 'The ledger wants ADA beside tokens; it belongs to the buyer.',
    id: 'Sale id',
    refund: 'Refund',
    openRefund: 'Look at the refund',

    pay: 'How it is paid',
    payText:
      'Send exactly this amount to the sale’s own address. The tokens go to the address that pays.',
    code: 'QR code of the payment for a wallet (CIP-13)',
    link: 'Payment link',
    openLink: 'Open the payment page',
    wallet: 'Link for a wallet (CIP-13)',
    address: 'Payment address',
    timeLeft: 'Time left',
    confirmations: 'Confirmations wanted',
    cancel: 'Cancel the sale',
    cancelTitle: 'Cancel this sale?',
    cancelText:
      'The tokens are free again. A payment that comes all the same is told as late and can be refunded.',
    cancelled: 'The sale was cancelled; its tokens are free again.',
    keep: 'Keep it',

    steps: 'What happened',
    payment: (amount: string) => `Payment of ${amount} seen`,
    next: 'Still to come',
    now: 'Now',
    path: {
      RESERVED: 'Reserved',
      PROCESSING: 'Paid, the transaction is being prepared',
      SUBMITTING: 'Sent to the chain',
      MINTING: 'Accepted, being confirmed',
      COMPLETED: 'Confirmed: the tokens are the buyer’s',
    },

    payments: 'Payments seen',
    noPayments: 'None yet.',
    paymentColumns: {
      from: 'From',
      amount: 'Amount',
      at: 'At',
      blocks: 'Blocks on it',
      use: 'Use',
      link: 'Link',
    },
    otherTokens: (count: number) => `and ${countText(count, 'other token', 'other tokens')}`,
    uses: {
      unconfirmed: 'Not confirmed yet',
      counted: 'Pays for the tokens',
      surplus: 'To be given back',
      refunded: 'Given back',
    },

    errors: 'What went wrong',
    choices: 'What you can do',
    cause: 'Cause',
    nextStep: 'Next step',
    actions: 'What can be done',
    recommended: 'recommended',
    parked: {
      title: (count: number) =>
        count === 1 ? 'One signature is missing' : `${numberText(count)} signatures are missing`,
      sale: 'The tokens are minted as soon as everybody has signed.',
      refund: 'The refund goes out as soon as everybody has signed.',
      here: 'In this vault',
      elsewhere: 'Elsewhere',
      key: 'Key hash',
      open: 'Sign, or add signatures',
    },
  },

  resolve: {
    onTop: {
      name: 'Refund what came on top',
      text: 'What came on top goes back to whoever paid it, and the sale itself goes on. A refund cannot be undone.',
    },
    names: {
      refund: 'Refund',
      retry: 'Try again',
      accept: 'Accept',
      wait: 'Wait for the rest',
    },
    titles: {
      refund: 'Refund this sale?',
      retry: 'Try this sale again?',
      accept: 'Accept what was paid?',
      wait: 'Wait for the rest?',
    },
    texts: {
      refund: 'What was paid goes back to whoever paid it. A refund cannot be undone.',
      retry:
        'The same is tried once more. Once it is on chain, the tokens are the buyer’s; this cannot be undone.',
      accept:
        'The tokens are minted to the buyer, and what was paid too much goes back with them. This cannot be undone.',
      wait: 'The reservation starts again, so that the buyer can pay the rest. Nothing is spent.',
    },
    confirm: {
      refund: 'Sign and refund',
      retry: 'Sign and try again',
      accept: 'Sign and sell',
      wait: 'Wait for the rest',
    },
    done: {
      refund: 'The refund is on its way.',
      retry: 'It is tried again.',
      accept: 'Accepted. The tokens are being minted.',
      wait: 'The reservation has started again.',
    },
    receivers: 'Who gets how much back',
    receiver: 'Receiver',
    amount: 'Amount',
    fee: 'Fee of the refund',
    feeUnknown: 'The network fee, about 0.2 ₳, comes off these amounts.',
    nothing: 'There is nothing that could be given back.',
    price: 'Price',
    paid: 'Paid so far',
    back: 'Goes back',
    missing: 'Still missing',
    to: 'Send it to this address',
    toRequired: 'The payment came from a script, so an address of a wallet is needed.',
    toOptional: 'Send it to another address',
    toHint:
      'Only when the buyer asks for it, and you are sure who asks. Where several have paid, it gets what came from a script; the others get their own back.',
    toMissing: 'An address is needed.',
  },

  tokenPrice: {
    text: 'With a price, whoever opens the payment link can reserve and buy this token.',
    cannot: 'This token is reserved or minted, so its price stays as it is.',
    tab: 'Price',
    price: 'Price',
    label: 'Price in ADA',
    set: 'Set the price',
    change: 'Change the price',
    remove: 'Take the price away',
    link: 'Payment link of the token',
    open: 'Open the payment page',
    changed: 'The price is set.',
    removed: 'The price is taken away.',
  },

  analytics: {
    show: 'Analytics',
    sales: 'Sales',
    tokens: 'Tokens',
    revenue: 'Paid by buyers',
    income: 'Income',
    fees: 'Fees',
    txFee: 'Transaction fees',
    nftFee: 'ADA with the tokens',
    periods: { day: 'Day', week: 'Week', month: 'Month' },
    perPeriod: {
      day: 'Sales for each day',
      week: 'Sales for each week',
      month: 'Sales for each month',
    },
    week: (first: string) => `Week from ${first}`,
    money: 'What buyers paid, and where it went',
    summaryCount: (count: number, kind: 'day' | 'week' | 'month') =>
      `Bar chart of the number of sales over ${countText(count, kind, `${kind}s`)}. The table below has the numbers.`,
    summaryMoney: (count: number, kind: 'day' | 'week' | 'month') =>
      `Stacked bar chart of income and fees over ${countText(count, kind, `${kind}s`)}. The table below has the numbers.`,
    noCharts: 'The images cannot be drawn here. The table has the numbers.',
    all: 'Altogether',
    table: 'The same in numbers',
    tableLabel: 'What was sold, in numbers',
    ada: (amount: string) => `${amount} ₳`,
    cut: (count: number) =>
      `There are too many sales to count all of them: these are the newest ${numberText(count)}.`,
    emptyTitle: 'Nothing is sold yet',
    empty: 'Once a sale is confirmed, its figures stand here.',
  },

  rehearse: {
    action: 'Rehearse',
    title: 'Rehearse sales on the devnet',
    text: 'Every way that a sale can go is played once with play money: paid exactly, too little, too much, too late and twice. The rehearsal makes a collection of its own, so yours stays as it is.',
    start: 'Start the rehearsal',
    again: 'Rehearse again',
    stop: 'Stop',
    stopping: 'Stopping: what was reserved is given up, what was paid goes back.',
    leave: 'You may close this: the rehearsal goes on.',
    progress: (done: number, all: number) => `${numberText(done)} of ${numberText(all)} played`,
    bar: 'Progress of the rehearsal',
    passed: 'Everything went as it should.',
    failed: (count: number) =>
      count === 1
        ? 'One case did not go as it should.'
        : `${numberText(count)} cases did not go as they should.`,
    stopped: 'The rehearsal was stopped.',
    list: 'What is rehearsed',
    columns: { what: 'What', state: 'State', events: 'What was told', money: 'Money' },
    cases: {
      exact: 'Paid exactly',
      short_then_rest: 'Paid too little, then the rest',
      short_refunded: 'Paid too little, refunded',
      over_accepted: 'Paid too much, accepted',
      over_refunded: 'Paid too much, refunded',
      late: 'Paid too late, refunded',
      twice: 'Paid twice, the second refunded',
    },
    states: {
      waiting: 'Not started',
      running: 'Runs',
      passed: 'As it should',
      failed: 'Not as it should',
      stopped: 'Stopped',
    },
    paid: 'Paid',
    income: 'Income',
    fees: 'Fees',
    withTokens: 'With the tokens',
    returned: 'Given back',
    openCollection: 'Look at its collection',
  },
}
