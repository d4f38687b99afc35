import { countText, numberText } from '#shared/format.ts'

const tokens = (count: number): string => countText(count, 'token', 'tokens')
const transactions = (count: number): string => countText(count, 'transaction', 'transactions')

/** The way from a collection to its tokens on chain. */
export const minting = {
  title: 'Mint tokens',
  tokens,
  transactions,
  back: 'Back to the collection',
  vaultReason: 'The mint has to be signed with keys of your vault. Nothing was signed or sent yet.',
  keyReason:
    'The collection gets a key of its own that pays for its mints. It is kept in your vault, which has to be open for that.',

  strip: {
    label: 'Minting',
    mint: 'Mint',
    all: (count: number) => `All mints (${numberText(count)})`,
    lines: {
      held: (what: string) => `${what}: built, not signed yet`,
      awaiting_witnesses: (what: string) => `${what}: signatures are missing`,
      submitting: (what: string) => `${what}: on the way`,
      minting: (what: string) => `${what}: in a block, being confirmed`,
    },
    continue: 'Continue',
    view: 'View',
  },

  royalty: {
    first: 'The royalty token comes first',
    firstHint:
      'Only the first mint of a policy can carry it (CIP-27). Until it is minted, nothing else can be.',
    pay: 'Pay for it',
    show: 'Show',
    title: 'Pay for the royalty token',
    unconfirmed: (royalty: string) =>
      `Nobody has confirmed this royalty yet: ${royalty}. Once its token is minted, nobody can change it. Compare rate and address with your own notes.`,
    confirm: 'Confirm the royalty',
    text: 'Send this amount to the collection’s own payment address. The royalty token is minted as soon as it arrives; what is left after the fee stays there and pays for your mints.',
    amount: 'Amount',
    address: 'Address',
    arrived: 'Arrived so far',
    state: 'State',
    link: 'Payment page',
    transaction: 'Transaction',
    code: 'QR code of the payment for a wallet (CIP-13)',
    wallet: 'Payment link for a wallet (CIP-13)',
    testWallet: 'Pay from the test wallet',
    paid: 'Paid from the test wallet. The royalty token is being minted.',
    again: 'Try again',
    states: {
      unpaid: 'Not paid yet',
      awaiting_witnesses: 'Paid, waits for a signature',
      minting: 'Being minted',
      minted: 'Minted',
      failed: 'Did not succeed',
      impossible: 'Cannot be minted',
    },
    sentences: {
      awaiting_witnesses:
        'Paid. The minting transaction waits for its signature: unlock the vault, or sign it where the key is.',
      minting: (confirmations: number) =>
        `Paid. The royalty token is being minted: ${countText(confirmations, 'confirmation', 'confirmations')} so far.`,
      minted: 'The royalty token is on chain. Tokens of the collection can be minted now.',
      failed: 'Minting it did not succeed; what was paid is still there.',
      impossible: 'This collection cannot have a royalty token any more.',
    },
  },

  list: {
    title: 'Mints of this collection',
    columns: { what: 'What', state: 'State', confirmed: 'Confirmed', started: 'Started' },
    confirmed: (done: number, all: number) => `${numberText(done)} of ${numberText(all)}`,
  },
  kinds: {
    royalty: 'Royalty token',
    withdrawal: 'Withdrawal',
    refund: 'Refund',
    sale: (count: number) => `Sale of ${tokens(count)}`,
    tokens,
  },
  states: {
    held: 'Not signed yet',
    awaiting_witnesses: 'Signatures missing',
    submitting: 'On its way',
    minting: 'Being confirmed',
    completed: 'On chain',
    failed: 'Failed',
    cancelled: 'Cancelled',
  },
  transactionStates: {
    awaiting_witnesses: 'Not signed',
    ready: 'About to be sent',
    sent: 'Sent',
    in_block: 'In a block',
    confirmed: 'Confirmed',
    rejected: 'Rejected',
    missing: 'Too late',
  },

  form: {
    lead: (collection: string) => collection,
    loading: 'Asking what can be minted',
    which: 'Which tokens',
    allOpen: (count: number) => `All that can be minted (${numberText(count)})`,
    picked: 'Only those that I pick',
    search: 'Search tokens to mint',
    pickedOf: (count: number, all: number) => `${numberText(count)} of ${tokens(all)} picked`,
    pickFound: 'Pick all shown',
    pickNone: 'Pick none',
    isPicked: 'Picked',
    isNotPicked: 'Not picked',
    list: 'Tokens that can be minted',
    columns: { pick: 'Picked', image: 'Image', name: 'Name', assetName: 'Asset name' },
    noneFound: 'No token fits the search.',
    noTokens: {
      title: 'No token can be minted',
      text: 'All tokens of this collection are minted, being minted or reserved. Import more, or wait for the mints that are on their way.',
    },

    to: 'Who receives them',
    toPayout: 'The payout address of the collection',
    toOther: 'Another address',
    toOwn: 'The collection’s payment address',
    toOwnHint: 'Its key is in your vault. From there tokens go on by a withdrawal only.',
    address: 'Address of the receiver',
    addressHint: (network: string) => `A Cardano address on ${network}.`,

    paid: 'What it is paid from',
    own: 'The collection’s payment address',
    ownHint: 'Its key is in your vault, so this computer signs for it.',
    balance: 'Balance',
    reserved: (amount: string) => `${amount} of it is promised to mints on their way`,
    noGateway: 'not known: the service has no way to the chain',
    refresh: 'Ask for the balance again',
    fundHint: 'Send ADA to this address, or:',
    fund: (amount: string) => `Fund with ${amount} from the test wallet`,
    funded: (amount: string) => `${amount} arrived from the test wallet.`,
    external: 'Another address',
    externalHint: 'Its owner signs elsewhere. You get a request to hand over.',
    payer: 'Address that pays',
    estimate:
      'Each address that receives tokens gets at least about 1.2 ADA along with them; fees are about 0.2 to 0.9 ADA for each transaction.',

    signs: 'Who signs',
    signsText: 'The policy asks for these keys.',
    chooseText: 'The policy does not need all of its keys. Choose who signs; fewer cost less.',
    cannot: 'Nobody can sign for this policy any more. It is locked, or not open yet.',
    here: 'In this vault',
    elsewhere: 'Elsewhere',
    key: 'Key hash',
    validFor: 'How long there is to sign and send',
    validForHint: 'Longer for signatures that come from other computers.',
    durations: { '7200': '2 hours', '86400': 'A day', '604800': 'A week' },

    build: 'Build the transactions',
    buildHint: 'Nothing is signed or sent yet: you see everything first.',
    errors: {
      picked: 'Pick a token, or choose all.',
      signers: 'These keys do not suffice for the policy. Choose more.',
    },
    errorCount: (count: number) =>
      count === 1
        ? 'One field needs another look.'
        : `${numberText(count)} fields need another look.`,
    royaltyFirst: 'Pay for the royalty token before anything else is minted.',
    unsupported: {
      title: 'This service does not mint on demand',
      text: 'It mints what is sold. Minting for your own use is done by a Coldpress studio.',
    },
  },

  mint: {
    loading: 'Loading the mint',
    titles: {
      held: (what: string) => `Mint ${what}?`,
      awaiting_witnesses: (what: string) => `${what}: signatures missing`,
      submitting: (what: string) => `Minting ${what}`,
      minting: (what: string) => `Minting ${what}`,
      completed: (what: string) => `${what} on chain`,
      failed: (what: string) => `${what} not minted`,
      cancelled: (what: string) => `${what}: cancelled`,
    },
    /** Of a sale and of what mints nothing. */
    otherTitles: {
      held: (what: string) => `${what}: to be signed`,
      awaiting_witnesses: (what: string) => `${what}: signatures missing`,
      submitting: (what: string) => `${what}: on its way`,
      minting: (what: string) => `${what}: being confirmed`,
      completed: (what: string) => `${what}: on chain`,
      failed: (what: string) => `${what}: not on chain`,
      cancelled: (what: string) => `${what}: cancelled`,
    },
    what: 'What it does',
    tokens: 'Tokens',
    receivers: 'To',
    receiver: 'Address of a receiver',
    moreReceivers: (count: number) => `and ${numberText(count)} more addresses`,
    transactions: 'Transactions',
    paidFrom: 'Paid from',
    taken: 'Taken',
    along: 'With the tokens',
    alongHint: 'The ledger wants ADA in every output; it belongs to whoever receives the tokens.',
    fees: 'Fees',
    returned: 'Comes back',
    elsewhere: 'Goes elsewhere',
    validUntil: 'Can be sent until',
    policyId: 'Policy id',
    fundingAddress: 'Paying address',
    warnings: 'What to look at first',
    severities: { error: 'Stop', warning: 'View', info: 'Note' },
    noWarnings: 'Nothing about these transactions is unusual.',
    blocked: 'This mint cannot go on like this. Discard it and build it again.',
    signersTitle: 'Signatures',
    payer: 'Payer',
    policy: 'Policy',
    signed: 'Signed',
    signAll: (what: string) => `Sign and mint ${what}`,
    signSome: 'Sign here and ask the others',
    signNone: 'Ask the others to sign',
    signHint: 'Minting cannot be undone. Metadata stays as it is once the policy is locked.',
    discard: 'Discard',
    discarded: 'The mint was discarded; nothing was signed.',

    parked: {
      text: 'It goes on by itself as soon as the last signature is here.',
      missing: (count: number) =>
        count === 1 ? 'One signature is missing.' : `${numberText(count)} signatures are missing.`,
      signHere: 'Sign with this vault',
      openInbox: 'Open at the signing inbox',
      save: 'Save the request',
      saved: (path: string) => `Saved as ${path}`,
      hint: 'Carry the request (.cpreq) to whoever has the key, and add the file that comes back.',
      add: 'Add a signature file',
      added: 'The signature fits.',
      importSignatures: 'Take the signatures from the inbox',
      importSignaturesText: 'The signing inbox of this computer has signatures for this mint.',
      cancel: 'Cancel the mint',
      cancelTitle: 'Cancel the mint?',
      cancelText:
        'Its tokens are free again, and signatures that come back later are worth nothing. Nothing was sent.',
      cancelled: 'The mint was cancelled; its tokens are free again.',
    },

    progress: {
      bar: 'Progress of the mint',
      sending: 'On its way to a block',
      confirming: (done: number, wanted: number) =>
        `${numberText(done)} of ${countText(wanted, 'confirmation', 'confirmations')}`,
      confirmed: (done: number, all: number) =>
        `${numberText(done)} of ${transactions(all)} confirmed`,
      started: (duration: string) => `Started ${duration} ago`,
      leave:
        'You may leave this page: the mint goes on. If Coldpress is closed meanwhile, it goes on with the next start.',
    },
    done: {
      moved: (what: string) => `${what}: on chain and confirmed.`,
      text: (what: string) =>
        `${what} on chain. Wallets and marketplaces show what was minted as soon as they have read the block.`,
      failedText: 'Tokens that did not reach the chain are free again. Build a new mint for them.',
      cancelledText: 'Nothing was sent; its tokens are free again.',
      again: 'Build a new mint',
      more: 'Mint more',
    },
    table: {
      label: 'Transactions of the mint',
      position: 'No.',
      txId: 'Transaction',
      tokens: 'Tokens',
      fee: 'Fee',
      along: 'ADA along',
      size: 'Size',
      state: 'State',
      link: 'Link',
      open: 'Open',
      openOf: (position: number) => `Open transaction ${numberText(position)} in the browser`,
      ofLimit: (bytes: string, limit: string) => `${bytes} of ${limit} bytes`,
      confirmations: (done: number, wanted: number) =>
        `${numberText(done)} of ${numberText(wanted)}`,
    },
  },
}
