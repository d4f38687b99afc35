import { countText, numberText } from '#values/text/format.ts'
import { royalty } from './minting-royalty.ts'

const tokens = (count: number): string => countText(count, 'token', 'tokens')
const transactions = (count: number): string => countText(count, 'transaction', 'transactions')

type Noun = 'mint' | 'burn'

/** The way from a collection to its tokens on chain. */
type MintCounts = Record<'mints' | 'others' | 'cancelled', number>

export const minting = {
  title: 'Mint tokens',
  tokens,
  transactions,
  vaultReason: 'Keys in your vault must sign the mint. Nothing has been signed or sent yet.',
  keyReason:
    'The collection gets its own key that pays for its mints. Your vault keeps the key, so it must be open.',

  /** The end of a mint that the user left behind. */
  ended: {
    done: {
      tokens: (collection: string, count: number) => `Minted ${tokens(count)} of ${collection}.`,
      sale: (collection: string, count: number) => `Sold ${tokens(count)} of ${collection}.`,
      royalty: (collection: string) => `The royalty token of ${collection} is minted.`,
      withdrawal: (collection: string) => `The withdrawal from ${collection} has arrived.`,
      refund: (collection: string) => `The refund for ${collection} has arrived.`,
      burn: (collection: string, count: number) => `Burned ${tokens(count)} of ${collection}.`,
    },
    failed: (collection: string) => `A mint of ${collection} failed.`,
  },

  fund: 'Fund…',
  fundDialog: {
    title: 'Fund this mint',
    text: 'Send this amount to the payment address. As soon as it is there, you can review the mint.',
    code: 'QR code of the payment for a wallet (CIP-13)',
    address: 'Payment address',
    wallet: 'Link for a wallet (CIP-13)',
  },

  royalty,

  list: {
    title: 'Mints of this collection',
    columns: { what: 'Tokens', state: 'State', confirmed: 'Confirmed', started: 'Started' },
    names: (names: readonly string[], others: number) =>
      `${names.join(', ')}${others > 0 ? ` and ${numberText(others)} more` : ''}`,
    confirmed: (done: number, all: number) => `${numberText(done)} of ${numberText(all)}`,
    count: ({ mints, others, cancelled }: MintCounts) =>
      [
        ...(mints > 0 || others + cancelled === 0 ? [countText(mints, 'mint')] : []),
        ...(others > 0 ? [countText(others, mints > 0 ? 'other transaction' : 'transaction')] : []),
        ...(cancelled > 0 ? [`${numberText(cancelled)} cancelled`] : []),
      ].join(' · '),
    attention: (count: number) => countText(count, 'mint waits for you', 'mints wait for you'),
    part: 'Mints',
    empty: {
      title: 'No mints yet',
      text: 'A mint puts tokens of this collection on chain. The royalty token, refunds and withdrawals are listed here too.',
    },
  },
  kinds: {
    royalty: 'Royalty token',
    withdrawal: 'Withdrawal',
    refund: 'Refund',
    sale: (count: number) => `Sale of ${tokens(count)}`,
    burn: (count: number) => `Burn of ${tokens(count)}`,
    withRoyalty: (count: number) => `Royalty token and ${tokens(count)}`,
    tokens,
  },
  /** Those of the kinds that read otherwise within a sentence. */
  objects: {
    royalty: 'the royalty token',
    withRoyalty: (count: number) => `the royalty token and ${tokens(count)}`,
  },
  states: {
    held: 'Not signed yet',
    awaiting_witnesses: 'Signatures missing',
    submitting: 'Sent',
    minting: 'Being confirmed',
    completed: 'On chain',
    failed: 'Failed',
    cancelled: 'Cancelled',
  },
  sending: 'Sending',
  signedOf: (signed: number, wanted: number) =>
    `${numberText(signed)} of ${numberText(wanted)} signed`,
  transactionStates: {
    awaiting_witnesses: 'Not signed',
    ready: 'Signed',
    sent: 'Sent',
    in_block: 'In a block',
    confirmed: 'Confirmed',
    rejected: 'Rejected',
    missing: 'Too late',
  },

  permanent: {
    title: 'What becomes permanent',
    what: 'The tokens, with their images, names and attributes.',
    locks: (date: string) =>
      `The policy locks on ${date}. From then on nobody can mint, burn or change anything of it.`,
    locksLate: 'The policy locks in the far future.',
    neverLocks: 'The policy doesn’t lock, so its keys can mint more later.',
    final: 'Minting can’t be undone.',
  },

  burn: {
    title: (count: number) => `Burn ${tokens(count)}`,
    action: 'Burn…',
    actionOf: (count: number) => `Burn ${numberText(count)}…`,
    text: 'Burning destroys tokens on chain for good. It can’t be undone, and Coldpress doesn’t mint a burned token again. What else is in their outputs goes back to the address.',
    list: 'Tokens to burn',
    where: 'Where the tokens are',
    mintedTo: 'Where they were minted to',
    mintedToHint: 'If they have moved since, choose another address.',
    own: 'The collection’s payment address',
    ownHint: 'Its key is in your vault.',
    other: 'Another address',
    otherHint: 'Whoever has its key signs too. You get a signing request to hand over.',
    address: 'Address of the tokens',
    fee: 'The collection’s payment address pays.',
    otherFee: 'The paying address pays.',
    added: 'Added to what goes back',
    unknown: 'Name the address to see what the burn costs.',
    phrase: (count: number) => `burn ${count}`,
    build: 'Build the burn',
    keep: 'Keep them',
    built: (collection: string, count: number) =>
      `A burn of ${tokens(count)} of ${collection} is built. Nothing is signed yet.`,
  },

  form: {
    loading: 'Loading tokens to mint',
    which: 'Which tokens',
    allOpen: (count: number) => `All unminted tokens (${numberText(count)})`,
    listedOut: (count: number) =>
      count === 1
        ? 'The one on sale is left out.'
        : `The ${numberText(count)} on sale are left out.`,
    allWithListed: (count: number) =>
      `All unminted tokens, also those on sale (${numberText(count)})`,
    listedToo: 'Minting ends their sale.',
    chooseFirst: 'Choose above what to mint.',
    shown: 'Tokens to mint',
    picked: 'Selected tokens',
    search: 'Search tokens to mint',
    pickedOf: (count: number, all: number) => `${numberText(count)} of ${tokens(all)} selected`,
    pickFound: 'Select all shown',
    pickNone: 'Clear',
    isPicked: 'Selected',
    isNotPicked: 'Not selected',
    list: 'Tokens that can be minted',
    columns: { pick: 'Selected', image: 'Image', name: 'Name', assetName: 'Asset name' },
    noneFound: 'No matching tokens.',
    noTokens: 'No tokens to mint',

    to: 'Receiver',
    toPayout: 'The payout address of the collection',
    toOther: 'Another address',
    toOwn: 'The collection’s payment address',
    toOwnHint: 'Its key is in your vault. To move tokens from there, make a withdrawal.',
    address: 'Address of the receiver',
    addressHint: (network: string) => `A Cardano address on ${network}.`,

    paid: 'Pay from',
    own: 'The collection’s payment address',
    ownHint: 'Its key is in your vault, so this computer signs for it.',
    balance: 'Balance',
    reserved: (amount: string) => `${amount} is reserved for pending mints`,
    noGateway: 'unknown: the service has no gateway',
    refresh: 'Refresh the balance',
    missing: (amount: string) => `Add ${amount} to the payment address.`,
    funds: {
      missing: 'Still missing',
      held: 'Already there',
      left: 'Stays at the address',
      leftHint:
        'It’s yours for later mints. The ledger requires about 1\u00A0₳ in the change of a transaction, and wallets send at least 1\u00A0₳.',
      amount: 'Amount to send',
      more: 'Stays for later mints',
    },
    imagesFirst: 'Decide about the files above first.',
    fund: (amount: string) => `Fund with ${amount} from the test wallet`,
    funded: (amount: string) => `${amount} arrived from the test wallet.`,
    external: 'Another address',
    externalHint: 'Its owner signs elsewhere. You get a signing request to hand over.',
    payer: 'Paying address',
    cost: {
      title: 'Cost',
      total: (amount: string) => `You pay ${amount}`,
      withTokens: (count: number) => `Sent with ${tokens(count)}`,
      fees: (count: number) => `Fees of ${transactions(count)}`,
      unknown: 'Choose tokens and a receiver to see what the mint costs.',
    },

    rehearsal: {
      title: 'Rehearsal',
      done: 'Rehearsed',
      missing: 'Not rehearsed',
      text: 'This would be the collection’s first mint on mainnet, and what is on mainnet stays there. A rehearsal mints the same tokens on the devnet first: same metadata, same shape of policy, test ADA.',
      first: 'Rehearse this mint first, or choose to mint without a rehearsal.',
      start: 'Rehearse on the devnet',
      stop: 'Stop',
      bar: 'Progress of the rehearsal',
      steps: {
        tokens: 'Copying the tokens to a practice collection',
        royalty: 'Minting the royalty token on the devnet',
        mint: 'Minting the tokens on the devnet',
        check: 'Comparing the metadata on chain',
      },
      skip: 'Mint without a rehearsal',
      skipHint: 'Errors in the metadata then show on mainnet first.',
    },

    signs: 'Who signs',
    signsText: 'The policy requires these keys.',
    chooseText:
      'The policy does not require all of its keys. Choose who signs. Fewer signatures cost less.',
    cannot: 'Nobody can sign for this policy now. It is locked, or it is not open yet.',
    here: 'In this vault',
    elsewhere: 'Elsewhere',
    key: 'Key hash',
    validFor: 'Time to sign and send',
    validForHint: 'Choose a longer time for signatures from other computers.',
    durations: { '7200': '2 hours', '86400': 'A day', '604800': 'A week' },

    built: (collection: string, count: number) =>
      `A mint of ${tokens(count)} of ${collection} is built. Nothing is signed yet.`,
    build: 'Review the mint',
    buildHint: 'Nothing is signed or sent yet. You review everything first.',
    errors: {
      picked: 'Select a token, or choose all.',
      signers: 'These keys are not enough for the policy. Choose more.',
    },
    royaltyFirst: 'Pay for the royalty token before anything else is minted.',
    royaltyFirstOr: 'Pay for it by itself, or mint it with these tokens.',
    withRoyalty: (royalty: string) => `Mint the royalty token first: ${royalty}`,
    withRoyaltyHint:
      'It’s the first transaction of this mint and is signed with the others. Without it, none of them can be on chain. Once it’s minted, nobody can change the royalty.',
    unsupported: {
      title: 'This service does not mint on demand',
      text: 'This service mints tokens only when they’re sold. To mint for yourself, use a Coldpress studio.',
    },
  },

  mint: {
    loading: 'Loading the mint',
    titles: {
      held: (what: string) => `Mint ${what}?`,
      awaiting_witnesses: (what: string) => `Mint of ${what}: signatures missing`,
      submitting: (what: string) => `Minting ${what}`,
      minting: (what: string) => `Minting ${what}`,
      completed: (what: string) => `Minted ${what}`,
      failed: (what: string) => `Mint of ${what} failed`,
      cancelled: (what: string) => `Mint of ${what}: cancelled`,
    },
    burnTitles: {
      held: (what: string) => `Burn ${what}?`,
      awaiting_witnesses: (what: string) => `Burn of ${what}: signatures missing`,
      submitting: (what: string) => `Burning ${what}`,
      minting: (what: string) => `Burning ${what}`,
      completed: (what: string) => `Burned ${what}`,
      failed: (what: string) => `Burn of ${what} failed`,
      cancelled: (what: string) => `Burn of ${what}: cancelled`,
    },
    /** Of a sale and of what mints nothing. */
    otherTitles: {
      held: (what: string) => `${what}: not signed yet`,
      awaiting_witnesses: (what: string) => `${what}: signatures missing`,
      submitting: (what: string) => `${what}: sent`,
      minting: (what: string) => `${what}: being confirmed`,
      completed: (what: string) => `${what}: on chain`,
      failed: (what: string) => `${what}: not on chain`,
      cancelled: (what: string) => `${what}: cancelled`,
    },
    what: 'What it does',
    receivers: 'To',
    burned: 'Burned tokens',
    burnedAt: 'At',
    receiver: 'Receiver’s address',
    transactions: 'Transactions',
    paidFrom: 'Paid from',
    totalCost: 'You pay',
    totalOut: 'Total',
    along: 'Sent with tokens',
    alongHint: 'The ledger requires ADA in every output. It belongs to the receiver of the tokens.',
    kept: 'Stays in your vault',
    keptHint: 'It’s sent with tokens that this vault keeps.',
    fees: 'Fees',
    returned: 'Change',
    elsewhere: 'Sent elsewhere',
    validUntil: 'Send before',
    policyId: 'Policy ID',
    fundingAddress: 'Paying address',
    blocked: (what: Noun) => `This ${what} can’t continue. Discard it and build it again.`,
    signersTitle: 'Signatures',
    roles: { payer: 'Payer', policy: 'Policy', owner: 'Owner' },
    signed: 'Signed',
    signAll: (what: string) => `Sign and mint ${what}`,
    signSend: 'Sign and send',
    signSome: 'Sign here and ask the others',
    signNone: 'Ask the others to sign',
    burnAll: (what: string) => `Sign and burn ${what}`,
    burnHint:
      'Burning can’t be undone. Nobody has these tokens afterwards, and Coldpress doesn’t mint them again.',
    discard: 'Discard',
    discarded: (what: Noun) => `The ${what} was discarded; nothing was signed.`,

    parked: {
      text: 'Minting continues automatically once everyone has signed.',
      ended: (what: Noun) =>
        `The time to sign and send has ended, so its signing request is stale. In a few minutes this ${what} can be built again here.`,
      missing: (count: number) =>
        count === 1 ? 'One signature is missing.' : `${numberText(count)} signatures are missing.`,
      signHere: 'Sign with this vault',
      openInbox: 'Open in Signing',
      inInbox: 'The request is in Signing.',
      save: 'Save the request',
      saved: (path: string) => `Saved as ${path}`,
      hint: 'Carry the request (.cpreq) to whoever has the key, and add the file that comes back.',
      add: 'Add a signature file',
      added: 'Signature added.',
      importSignatures: 'Import signatures from the inbox',
      importSignaturesText: 'The signing inbox of this computer has signatures for this mint.',
      cancel: 'Cancel mint',
      keep: 'Keep mint',
      cancelTitle: 'Cancel this mint?',
      cancelText: (count: number) =>
        `Nothing was sent. ${count === 1 ? 'Its token becomes' : `Its ${tokens(count)} become`} available again, and signatures that arrive later have no effect. This can’t be undone.`,
      cancelled: 'Mint cancelled. Its tokens are available again.',
    },
    /** In place of the words for a mint. */
    parkedBurn: {
      cancel: 'Cancel burn',
      keep: 'Keep burn',
      cancelTitle: 'Cancel this burn?',
      cancelText: (count: number) =>
        `Nothing was sent. ${count === 1 ? 'Its token stays' : `Its ${tokens(count)} stay`} on chain. A signature that others have already given may still burn ${count === 1 ? 'it' : 'them'} until the time to send is over.`,
      cancelled: 'Burn cancelled. Its tokens stay on chain.',
    },

    progress: {
      bar: (what: Noun) => `Progress of the ${what}`,
      sending: 'Waiting for a block, usually for less than a minute',
      confirming: (done: number, wanted: number) =>
        `${numberText(done)} of ${countText(wanted, 'confirmation', 'confirmations')}`,
      confirmed: (done: number, all: number) =>
        `${numberText(done)} of ${transactions(all)} confirmed`,
      signed: (duration: string) => `Signed ${duration} ago`,
      inBlock: (duration: string) => `In a block for ${duration}`,
      leave: (what: Noun) =>
        `You can leave this page; the ${what} continues. If you close Coldpress, it continues at the next start.`,
    },
    done: {
      moved: 'On chain and confirmed.',
      text: 'Wallets and marketplaces will show what is new within a few minutes.',
      burned: 'The other tokens and the ADA went back.',
      burnFailed: 'Tokens that were not burned are still on chain. Build a new burn for them.',
      burnCancelled: 'Nothing was sent. Its tokens are still on chain.',
      failedText:
        'Tokens that did not reach the chain are available again. Build a new mint for them.',
      cancelledText: 'Nothing was sent. Its tokens are available again.',
      again: 'Build a new mint',
      rebuild: 'Build again',
      rebuildHint: (what: Noun) =>
        `Builds this ${what} again, with the same tokens and receivers, as far as they aren’t on chain. Earlier signing requests are stale: signatures for them are refused.`,
      asBefore: 'As before',
      rebuilt: 'Built again. Nothing is signed yet.',
      replaced: 'It was built again as a new mint. Signatures for this one are refused.',
      seeNew: 'See the new mint',
      collection: 'See the collection',
      minted: (what: Noun) => `Tokens of this ${what}`,
      more: (count: number) => `and ${numberText(count)} more`,
    },
    table: {
      label: (what: Noun) => `Transactions of the ${what}`,
      position: 'No.',
      txId: 'Transaction',
      tokens: 'Tokens',
      fee: 'Fee',
      along: 'Sent with tokens',
      size: 'Size',
      state: 'State',
      link: 'Link',
      open: 'Open',
      openOf: (position: number) => `Open transaction ${numberText(position)} in the browser`,
      bytes: (size: string, limit: string | undefined) =>
        limit === undefined ? `${size} bytes` : `${size} of ${limit} bytes`,
      confirmations: (done: number, wanted: number) =>
        `${numberText(done)} of ${numberText(wanted)}`,
    },
  },
}
