import { countText, numberText } from '#values/text/format.ts'
import { rehearseWords } from './sales-rehearse.ts'
import { resolve } from './sales-resolve.ts'
import { rounds } from './sales-rounds.ts'
import { share } from './shops.ts'

/** The wallet that buyers pay to, until a backup of it has been tested. */
const wallet = {
  title: 'The wallet has no tested backup',
  none: 'Buyers pay to a wallet that exists only on this computer. If you lose it, you lose payments that were not sent on yet.',
  made: 'Buyers pay to a wallet whose backup hasn’t been tested.',
  make: 'Back up the wallet…',
}

type Range = { readonly least: number; readonly most: number }

const tokens = (count: number): string => countText(count, 'token', 'tokens')

/**
 * Selling. What the creator makes for one buyer is a *payment link*: its page, its list, its ID and
 * every button that acts on it say so. *Sale* is the word for the activity and its results (the tab,
 * analytics, rehearsals, sale events of a service), and for the deal once the buyer has paid.
 */
export const sales = {
  tokens,
  part: 'Sales',
  partTokens: 'Tokens',
  attention: (count: number) =>
    countText(count, 'payment link needs you', 'payment links need you'),
  sell: 'Create payment link…',
  income: (amount: string) => `You receive about ${amount}.`,
  previewHere: 'Preview on this computer',
  vaultReason: 'Keys in your vault must sign this. Nothing has been signed yet.',

  toSign: 'Paid, to be signed',
  signLate: 'Delivery late',
  surplus: 'Excess payment',
  wallet,

  calls: {
    title: 'No calls left today',
    usedUp:
      'Today’s gateway limit is used up. Sales pause until midnight UTC, and what is paid until then is not lost. To go on now, set up the gateway with another project ID or a larger plan.',
    banned: (clock: string) => ({
      title: 'The gateway has banned this computer',
      text: `The gateway has banned this internet address for too many requests, so Coldpress asks it nothing before ${clock}, and payment links take no reservation. They go on by themselves, and what is paid until then is not lost.`,
    }),
    busy: {
      title: 'The gateway is busy',
      text: 'The gateway answers fewer calls than Coldpress would send, so payments are seen later than usual. Payment links go on.',
    },
    overBudget:
      'Your budget of gateway calls is used up for today, so payment links take no reservation. Open ones go on more slowly, and what is paid until midnight UTC is not lost. To go on now, raise the budget in Settings.',
  },

  blocked: {
    title: 'Paid sales need a signature',
    text: (count: number) =>
      `${countText(count, 'paid sale needs', 'paid sales need')} a signature from the vault.`,
    unlock: 'Unlock the vault',
  },

  rounds,

  list: {
    label: 'Payment links of this collection',
    columns: {
      tokens: 'Tokens',
      state: 'State',
      total: 'Price',
      income: 'Income',
      buyer: 'Buyer',
      left: 'Time left',
      started: 'Started',
      next: 'Next step',
    },
    steps: { decide: 'Decide', sign: 'Sign', send: 'Send' },
    more: (first: string, count: number) => `${first} and ${numberText(count)} more`,
    left: (time: string) => `${time} left`,
    over: 'Over',
    older: 'Show older payment links',
    count: (count: number, isAll: boolean) =>
      isAll ? countText(count, 'payment link') : `The newest ${countText(count, 'payment link')}`,
    empty: {
      title: 'No payment links yet',
      text: 'A payment link reserves tokens for one buyer and shows them what to pay. After the payment, Coldpress mints the tokens to the buyer.',
    },
    unsupported: {
      title: 'This service has no sales',
      text: 'It does not sell tokens through this interface.',
    },
  },

  form: {
    title: 'Create a payment link',
    text: 'The link reserves the tokens for one buyer, who pays on its page.',
    here: 'Only this computer can open the page itself: save it as a file and send that to the buyer. To make it public, serve the studio under an address of your own.',
    rehearsal: {
      text: 'A sale of these tokens would be the collection’s first mint on mainnet, and what is on mainnet stays there. A rehearsal mints the same tokens on the devnet first: same metadata, same shape of policy, test ADA.',
      skip: 'Create it without a rehearsal',
    },
    which: 'Which tokens',
    picked: (count: number) => (count === 0 ? 'Selected tokens' : `${tokens(count)} selected`),
    pickedList: 'Selected tokens',
    next: 'The next available tokens',
    toTokens: 'Choose others…',
    random: 'Random tokens',
    quantity: 'How many',
    price: 'Price of one token, in ADA',
    priceHint: 'Fees and ADA with the tokens come off it.',
    listed: (amount: string) => `The tokens are listed at ${amount} together.`,
    listedOnAverage: (amount: string) =>
      `The available tokens are listed at ${amount} on average for as many.`,
    farBelow: (total: string, listed: string) =>
      `${total} is less than half of what these tokens are listed at: ${listed}.`,
    total: (amount: string) => `The buyer pays ${amount}.`,
    more: 'More',
    moreAbout: 'reservation time, confirmations, limit for each buyer',
    time: 'Reservation time, in minutes',
    timeHint: 'How long the tokens stay reserved.',
    confirmations: 'Confirmations',
    confirmationsHint: 'Confirmations before a payment counts.',
    confirmationsDefault: 'the network’s default',
    mostPerBuyer: 'Most tokens for one buyer',
    mostPerBuyerHint:
      'Of this collection, by payment links that state it. Somebody with several wallets can get more.',
    mostPerBuyerNone: 'no limit',
    errors: {
      tokens: (most: number) => `Choose 1 to ${numberText(most)} tokens.`,
      whole: ({ least, most }: Range) => `Enter a whole number from ${least} to ${most}.`,
      wholeOrEmpty: ({ least, most }: Range) =>
        `Enter a whole number from ${least} to ${most}, or leave it empty.`,
    },
    create: 'Create payment link',
    created: 'Payment link created. Its page says what to send to the buyer.',
    walletReason:
      'The first payment link creates the wallet that buyers pay to. Your vault keeps it, so it must be open.',
    delivery: 'Delivery time, in hours',
    deliveryHint:
      'A key of this policy is on another computer. Buyers read before they pay that you sign within this time, and that their payment goes back otherwise.',
    deliveryExample: 'such as 48',
    deliveryBefore: (hours: string) => `${hours}, as before`,
  },

  sale: {
    loading: 'Loading the payment link',
    title: (what: string) => `Payment link for ${what}`,
    what: 'Tokens',
    list: 'Tokens of this payment link',
    type: 'Kind',
    types: { fixed: 'Chosen tokens', random: 'Random tokens' },
    price: 'Price of one',
    priceOfAll: 'Price of all',
    total: 'Amount due',
    buyer: 'Buyer',
    noBuyer: 'None yet',
    transaction: 'Transaction',
    openTransaction: 'Show in explorer: the transaction',
    openPayment: (position: number) => `Show in explorer: payment ${numberText(position)}`,
    id: 'Payment link ID',
    openRefund: 'Show the refund',

    outcomes: {
      PROCESSING: 'Paid. Coldpress is preparing the delivery.',
      SUBMITTING: 'Sent. The tokens are on their way to the buyer.',
      MINTING: 'The tokens are on chain and being confirmed.',
      COMPLETED: 'The buyer has the tokens.',
      EXPIRED: 'Nobody paid in time. The tokens are available again.',
      CANCELLED: 'Cancelled. The tokens are available again.',
      REFUNDING: 'The refund is on its way.',
      REFUNDED: 'What was paid went back, less the fee.',
    },

    pay: 'Send it to the buyer',
    moreWorks: (count: number) => `+${numberText(count)}`,
    sendLink:
      'Send the payment link to the buyer, who pays exactly this amount on its page. The artwork is sent to the wallet that pays.',
    sendFile:
      'Save the payment page as one file and send it to the buyer. It opens in any browser and says how to pay. The artwork is sent to the wallet that pays.',
    keepOpen: 'Coldpress has to be open, or be opened later, to find the payment and deliver.',
    linkHere: 'Payment page, on this computer only',
    copyLink: 'Copy payment link',
    linkCopied: 'Payment link copied. Send it to the buyer.',
    share: 'Share',
    sharePage: 'Save page…',
    sharePicture: 'Save QR code…',
    shared: (path: string) => `Saved as ${path}. Send it to the buyer.`,
    missing: 'Still missing',
    missingCode: 'QR code of the missing amount for a wallet (CIP-13)',
    completedFrom: 'To be paid from',
    leftToPay: (rest: string) =>
      `${rest} completes it, since wallets send no less. To be paid from`,
    partPaid:
      'Only this payer can use this code, from the same address. The page and the saved code ask everybody else for the whole price.',
    code: 'QR code of the payment for a wallet (CIP-13)',
    link: 'Payment link',
    openLink: 'Open the payment page',
    wallet: 'Link for a wallet (CIP-13)',
    address: 'Payment address',
    timeLeft: 'Time left',
    confirmations: 'Confirmations needed',
    cancel: 'Cancel payment link',
    cancelTitle: 'Cancel this payment link?',
    cancelText:
      'The tokens become available again. If a payment arrived or still arrives, Coldpress reports it as late and you can refund it.',
    cancelled: 'Payment link cancelled. Its tokens are available again.',
    keep: 'Keep payment link',

    steps: 'Progress',
    payment: (amount: string) => `Payment of ${amount} seen`,
    next: 'Not yet',
    now: 'Now',
    path: {
      RESERVED: 'Reserved',
      PROCESSING: 'Paid, the transaction is being prepared',
      SUBMITTING: 'Sent to the chain',
      MINTING: 'Accepted, being confirmed',
      COMPLETED: 'Confirmed: the buyer has the tokens',
    },

    payments: 'Payments seen',
    noPayments: 'None yet.',
    paymentColumns: {
      from: 'From',
      amount: 'Amount',
      at: 'At',
      blocks: 'Confirmations',
      use: 'Use',
      link: 'Link',
    },
    payer: 'Payer’s key',
    alone: 'Counts alone: several keys, a script or a Byron address paid it',
    counts: (amount: string) => `${amount} of it count: its other tokens need the rest`,
    countsNothing: 'Nothing of it counts',
    openSpend: (position: number) => `Show in explorer: what spent payment ${numberText(position)}`,
    otherTokens: (count: number) => `and ${countText(count, 'other token', 'other tokens')}`,
    uses: {
      unconfirmed: 'Not confirmed yet',
      counted: 'Pays for the tokens',
      surplus: 'To be refunded',
      refunded: 'Refunded',
      spent: 'Spent elsewhere',
      lost: 'Lost in a rollback',
    },

    choices: 'What you can do',
    actions: 'Actions',
    tokensFree:
      'Its time is over, so the tokens are free again. Asking for the missing amount takes them again, as long as nobody else has them.',
    tokensTaken:
      'Its time is over, so its tokens are free, or somebody else has them by now. A refund is what is left.',
    delivery: {
      term: 'Delivery time',
      within: (time: string) => `within ${time} of the payment`,
      before: 'Sign before',
      late: 'The delivery time has passed, as the buyer’s page says.',
      waits: 'Paid. It waits for the next signing request of its collection.',
      inRound: 'Paid. It is in a signing request that waits for signatures.',
      open: 'Show signing requests',
    },
    parked: {
      title: (count: number) =>
        count === 1 ? 'One signature is missing' : `${numberText(count)} signatures are missing`,
      sale: 'Coldpress mints the tokens as soon as everybody has signed.',
      refund: 'Coldpress sends the refund as soon as everybody has signed.',
      here: 'In this vault',
      elsewhere: 'Elsewhere',
      key: 'Key hash',
      open: 'Sign, or add signatures',
    },
  },

  resolve,

  tokenPrice: {
    text: 'With a price, anyone who opens the token’s payment page can reserve and buy this token.',
    cannot: 'This token is reserved or minted, so its price can’t change.',
    rehearsal: {
      text: 'A purchase would be the collection’s first mint on mainnet, and what is on mainnet stays there. A rehearsal mints the same tokens on the devnet first: same metadata, same shape of policy, test ADA.',
      skip: 'Set the price without a rehearsal',
    },
    tab: 'Price',
    label: 'Price in ADA',
    set: 'Set the price',
    change: 'Change the price',
    remove: 'Remove price',
    link: 'Payment page of the token',
    linkHere: 'Payment page of the token, on this computer only',
    open: 'Open the payment page',
    changed: 'Price set.',
    removed: 'Price removed.',
    undone: (count: number) =>
      count === 1 ? 'The price is as it was before.' : 'The prices are as they were before.',
  },

  analytics: {
    show: 'Analytics',
    by: {
      label: 'Shown by',
      time: 'Over time',
      tokens: 'By token',
      collections: 'By collection',
    },
    reserved: 'Reserved',
    paid: 'Paid',
    delivered: 'Delivered',
    sold: 'Sold',
    /** `50.00 ₳ paid = 47.58 ₳ income + 2.42 ₳ fees` */
    sum:
      (parts: readonly string[]) =>
      (paid: string, ...amounts: readonly string[]) =>
        `${paid} paid = ${amounts.map((amount, at) => `${amount} ${parts[at]}`).join(' + ')}`,
    parts: {
      undelivered: 'not delivered yet',
      income: 'income',
      nftFee: 'with tokens',
      txFee: 'fees',
    },
    counts: { reserved: 'reserved', delivered: 'delivered' },
    hints: {
      reserved: 'Tokens of all payment links, on the day of the link.',
      paid: 'Tokens that are paid and not refunded, on the day of the payment.',
      delivered: 'Tokens that are confirmed to be with their buyer, on the day of the payment.',
    },
    revenue: 'Paid by buyers',
    undelivered: 'Not delivered yet',
    income: 'Income',
    txFee: 'Fees',
    nftFee: 'Sent with tokens',
    nftFeeHint: 'The ledger requires ADA with tokens. It belongs to the buyer.',
    periods: { day: 'Day', week: 'Week', month: 'Month' },
    perPeriod: {
      day: 'Tokens for each day',
      week: 'Tokens for each week',
      month: 'Tokens for each month',
    },
    week: (first: string) => `Week from ${first}`,
    money: 'Payments and their use, in ₳',
    summaryCount: (count: number, kind: 'day' | 'week' | 'month') =>
      `Bar chart of the tokens that were reserved, paid and delivered over ${countText(count, kind, `${kind}s`)}. The table below has the numbers.`,
    summaryMoney: (count: number, kind: 'day' | 'week' | 'month') =>
      `Stacked bar chart of income, ADA sent with tokens, and fees over ${countText(count, kind, `${kind}s`)}. The table below has the numbers.`,
    noCharts: 'Charts can’t be shown here. The table has the numbers.',
    all: 'Total',
    undated: 'Without a date',
    table: 'Breakdown',
    tableLabel: 'Sales in numbers',
    soldLabel: { tokens: 'Sales by token', collections: 'Sales by collection' },
    soldColumns: { tokens: 'Token', collections: 'Collection' },
    unknownToken: 'Tokens that the service doesn’t name',
    cut: 'A collection has more payment links than are counted. Its oldest are left out.',
    noPaidAt: (count: number) =>
      `The day of payment isn’t known of ${countText(count, 'payment link')}. ${count === 1 ? 'It counts' : 'They count'} on the day of the last change.`,
    noIncome: (count: number) =>
      `The service doesn’t state the income of ${countText(count, 'sold payment link')}.`,
    emptyTitle: 'No sales yet',
    empty: 'Analytics appear here after the first payment link.',
  },

  /** The payment links of all collections. */
  all: {
    tab: 'Payment links',
    label: 'Payment links of all collections',
    state: 'State',
    search: 'Search',
    states: {
      all: (count: string) => `All (${count})`,
      todo: (count: string) => `Needs you (${count})`,
      reserved: (count: string) => `Waiting for payment (${count})`,
      delivery: (count: string) => `Being delivered (${count})`,
      sold: (count: string) => `Sold (${count})`,
      refund: (count: string) => `Refunded (${count})`,
      unpaid: (count: string) => `Not paid (${count})`,
    },
    count: (shown: number, of: number) =>
      shown === of
        ? countText(of, 'payment link')
        : `${numberText(shown)} of ${countText(of, 'payment link')}`,
    loading: (count: number) => `Loading. ${countText(count, 'payment link')} so far.`,
    cut: (count: number) =>
      `There are too many payment links for one list. These are ${numberText(count)}; older ones are in their collection.`,
    nothingFound: 'No matching payment links',
    showAll: 'Show all',
    empty: 'The payment links of all your collections appear here. Create one in its collection.',
    toCollections: 'Choose a collection',
  },

  rehearse: rehearseWords,
  share,
}
