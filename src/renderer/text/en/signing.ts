import { countText, cutMiddle, numberText } from '#values/text/format.ts'

/** The view "signing". */
export const signing = {
  title: 'Signing',
  lead: 'Requests that wait for signatures. You can sign without a network.',
  backToInbox: 'All requests',
  gone: 'This request is not on this computer.',
  waits: (number: number) => countText(number, 'request waits for you', 'requests wait for you'),

  receive: {
    title: 'Drop files here',
    hint: 'Signing requests (.cpreq), transactions of cardano-cli, and signatures of other people.',
    dropHere: 'Drop to add',
    pick: 'Choose a file',
    scan: 'Scan codes',
    paste: 'Paste',
    tooLarge: (name: string) => `${name} is larger than 32 MB, so it isn’t a signing request.`,
    added: 'Signing request added.',
    known: 'This request was already here.',
    witnesses: (number: number) =>
      number === 0
        ? 'Its signatures were already here.'
        : `${countText(number, 'signature', 'signatures')} added.`,
  },
  pasting: {
    missing: 'Paste the text first.',
    title: 'Paste a transaction',
    label: 'Transaction, request or signature',
    hint: 'The hex of a transaction, or the text of a file.',
    submit: 'Add',
  },
  scanning: {
    title: 'Scan codes',
    titleWitness: 'Scan a signature',
    read: (percent: number) => `${percent}% read`,
  },

  emptyTitle: 'No requests to sign',
  emptyText:
    'A request is a file (.cpreq) that Coldpress makes on another computer when a mint needs a key that is here. Transactions of cardano-cli work as well. Drop one into the window, pick it, or scan its codes.',
  waiting: 'Waiting',
  history: 'History',
  olderOnes: 'Show older ones',
  mints: (count: number) => `Mints ${countText(count, 'token')}`,
  burns: (count: number) => `Burns ${countText(count, 'token')}`,
  untitled: (txId: string) => `Transaction ${cutMiddle(txId)}`,
  transactions: (number: number) => countText(number, 'transaction', 'transactions'),
  unknownNetwork: 'Test network',
  origins: {
    file: 'From a file',
    text: 'Pasted',
    scan: 'Scanned',
    app: 'Created on this computer',
  },
  cameFrom: (origin: string, name: string) => `${origin}: ${name}`,
  states: {
    // others may have signed it
    waiting: 'Not signed by you yet',
    signed: 'Signed, to return',
    answered: 'Returned',
    submitted: 'Sent',
    confirmed: 'Confirmed',
    failed: 'Not on chain',
    dismissed: 'Archived',
  },
  elsewhere: 'Can’t be signed here',
  expiresIn: (duration: string) => `${duration} left`,
  expired: 'Expired',
  neverExpires: 'Never expires',

  dismiss: 'Archive',
  dismissHint: 'Nothing is signed. The request stays in the history.',
  reopen: 'Restore',

  /** What a transaction does: a headline and a sentence, put together of these. */
  sentence: {
    mints: (tokens: bigint, of: string) => `mints ${countText(tokens, 'token', 'tokens')} of ${of}`,
    mintsRoyalty: (of: string) => `mints the royalty token of ${of}`,
    burns: (tokens: bigint, of: string) => `burns ${countText(tokens, 'token', 'tokens')} of ${of}`,
    named: (name: string) => `“${name}”`,
    called: (name: string) => `The request calls this policy “${name}”, which proves nothing.`,
    policy: (policyId: string) => `policy ${cutMiddle(policyId)}`,
    policies: (number: number) => `${number} policies`,
    to: (tokens: bigint, places: string) => `sends ${tokens === 1n ? 'it' : 'them'} to ${places}`,
    own: 'your own address',
    book: (number: number) => `${countText(number, 'address', 'addresses')} in your address book`,
    source: 'the address that pays for it',
    others: (number: number) => countText(number, 'other address', 'other addresses'),
    sends: (amount: string, addresses: number) =>
      `sends ${amount} to ${countText(addresses, 'other address', 'other addresses')}`,
    moves: (tokens: bigint) =>
      `gives away ${countText(tokens, 'token that it does not mint', 'tokens that it does not mint')}`,
    spendsUnproved: 'spends inputs whose contents are unproved',
    scripts: 'runs Plutus scripts',
    certificates: (detail: string) => `makes certificates (${detail})`,
    proposals: (detail: string) => `makes proposals (${detail})`,
    donation: (detail: string) => `donates ${detail}`,
    also: 'does other things (listed below)',
    nothing: 'sends nothing to others',
    fee: (amount: string) => `pays ${amount} in fees`,
    several: (number: number) => ` in ${number} transactions`,
    and: ' and ',
    comma: ', ',
  },

  netChange: {
    title: (transactions: number) =>
      transactions === 1
        ? 'What your vault gains and loses'
        : `What your vault gains and loses by all ${transactions} transactions`,
    beforeSigning: (transactions: number) =>
      transactions === 1
        ? 'If you sign, your vault changes by'
        : `If you sign, all ${transactions} transactions change your vault by`,
    out: 'Out',
    in: 'In',
    times: (quantity: string, name: string) => `${quantity} × ${name}`,
    tokens: (count: number) => countText(count, 'token'),
    oneEach: (tokens: number) => `1 each of ${countText(tokens, 'token')}`,
    policy: 'of policy',
    named: (name: string) => `of “${name}”`,
    nothing: 'No change.',
    nothingProved: 'No other change is proved.',
    unproved: (inputs: number) =>
      `Unknown: the contents of ${countText(inputs, 'input', 'inputs')} are unproved and may be yours.`,
  },
  mintedTo: {
    tokens: (count: number) => `${countText(count, 'token', 'tokens')} minted to`,
    vault: 'your vault,',
    book: (name: string) => `“${name}” of your address book,`,
    address: 'Receiver’s address',
  },
  addressBook: {
    add: 'Add to address book…',
    title: 'Add to your address book',
    text: 'From then on Coldpress knows this address by its name, and what goes there counts as yours. Compare it with the one that your wallet shows.',
    label: 'Name',
    labelHint: 'For example “My wallet”.',
    unnamed: 'Give it a name.',
    submit: 'Add address',
    vaultReason: 'Your vault seals its address book, so it must be open.',
    added: (name: string) => `“${name}” is in your address book.`,
  },
  scripts: {
    title: 'Plutus scripts',
    allow: 'Allow Plutus scripts for this request',
    noCollateral: 'It has no collateral, so failing scripts cost nothing.',
    canBeLost: 'Can be lost if the scripts fail',
    returned: 'Of that, the ledger then returns',
    notYours: 'Not to an address of yours',
    nothingReturned: 'Nothing: all of the collateral is lost.',
    total: 'The transaction states the loss as',
  },

  review: {
    frame: 'What you are asked to sign',
    tokens: 'Its tokens',
    warned: (count: number) =>
      `Read the ${count === 1 ? 'warning' : `${numberText(count)} warnings`} above first.`,
    moreTokens: (count: number) => `And ${countText(count, 'more token', 'more tokens')}.`,
    stated: 'Images supplied with the request; not verified.',
    chooseNetwork: 'Which network is it for?',
    chooseNetworkHint:
      'The transaction only says that it is for a test network. Slots are another time on each.',
    validFor: (duration: string) => `Valid for ${duration}`,
    validEnded: (duration: string) => `Expired ${duration} ago`,
    validForEver: 'Never expires',
    slotOnly: (slot: string) => `Until slot ${slot}`,
    complete: 'All signatures are present',
    missing: (number: number) => `${countText(number, 'signature is', 'signatures are')} missing`,
    maybeMissing: 'Signatures may be missing',
    warnings: 'What to know before you sign',
    noWarnings: 'No warnings.',
    severities: { error: 'Stop', warning: 'Check', info: 'Note' },
    unknownAddress: (amount: string) =>
      `${amount} goes to an address that is neither in your vault nor in your address book:`,
    calledByRequest: (name: string) => `The request calls it “${name}”, which proves nothing.`,
    checkAddress: 'Check that it is the right address.',
    ofTransaction: (position: number, all: number) => `Transaction ${position} of ${all}`,
    ofTransactions: (positions: readonly number[], all: number) => {
      if (positions.length === all) return `All ${all} transactions`
      return positions.length === 1
        ? `Transaction ${positions[0]} of ${all}`
        : `Transactions ${positions.slice(0, -1).join(', ')} and ${positions.at(-1)} of ${all}`
    },
    alsoAt: 'The same with other values',
    detailsOfOne: (all: number) =>
      `This request has ${all} transactions. All of the above is about all of them; the details below are of one at a time.`,
    accept: 'I understand this and want to sign anyway',
    notYet: {
      open: 'Accept each “Stop” above first, or don’t sign.',
      blocked: 'Coldpress doesn’t sign this. Nobody can accept the “Stop” above.',
    },
    sign: (keys: number) => `Sign with ${countText(keys, 'key', 'keys')} here`,
    signAgain: (keys: number) => `Sign also with ${countText(keys, 'key', 'keys')} here`,
    signReason: 'To sign, the keys in the vault are needed.',
    signed: (number: number) =>
      `${countText(number, 'signature', 'signatures')} made. Now return ${number === 1 ? 'it' : 'them'} to the sender.`,
    noKey:
      'None of the missing keys is in this vault. Open the request on the computer that has one, or import the key here. Signatures that were made elsewhere can be added below.',
    importKey: 'Import a key',
    unknownKeys:
      'This vault has no key that is known to be missing. The contents of its inputs are unproved, so other keys may be needed.',
  },

  next: {
    title: 'What next',
    answer: 'Return the signatures to the sender, as a file or as codes.',
    saveWitness: (number: number) =>
      number === 1 ? 'Save the witness file' : `Save ${number} witness files`,
    saveTogether: 'Save the signatures',
    saveSingle: (number: number) => `Save the signatures as ${numberText(number)} files`,
    saveRequest: 'Save the signed request',
    saveTransactions: (number: number) =>
      number === 1 ? 'Save the transaction' : `Save the ${numberText(number)} transactions`,
    codes: 'Show as codes',
    handedOver: 'Mark as handed over',
    saved: (paths: readonly string[]) =>
      paths.length === 1 ? `Saved to ${paths[0]}.` : `${paths.length} files saved.`,
    send: 'Send to the chain',
    sendOffline:
      'Coldpress was started offline, so it can’t send from here. Save it, and send it from a computer with a network.',
    sendNetwork: 'Choose its network first, then it can be sent.',
    others: 'Signatures of others',
    othersHint: 'Drop their files here, or:',
    pick: 'Choose a file',
    scan: 'Scan codes',
    paste: 'Paste',
  },
  codes: {
    title: 'Show as codes',
    which: 'What is shown',
    oneByOne: (number: number) =>
      `There are ${number} signatures. Let the other computer scan one after the other.`,
    label: (name: string) => `Codes of ${name}`,
    leftOut: (number: number) =>
      `${countText(number, 'image is', 'images are')} left out, so that the codes stay few.`,
    parentsLeftOut: (number: number) =>
      `${countText(number, 'parent transaction is', 'parent transactions are')} too large for codes. The other computer can't prove what those inputs hold; carry the file to prove it.`,
  },
  kinds: {
    witnesses: 'All signatures',
    witness: (keyHash: string) => `Signature of key ${cutMiddle(keyHash)}`,
    transaction: 'Transaction with its signatures',
    request: 'Request with its signatures',
  },
  submissions: {
    awaiting: 'Waiting',
    ready: 'Ready to send',
    sent: 'Sent',
    in_block: 'In a block',
    confirmed: 'Confirmed',
    rejected: 'Rejected',
    missing: 'Not on chain',
  },
  onChain: 'On chain',
  confirmations: (number: number, wanted: number) =>
    `${Math.min(number, wanted)} of ${wanted} confirmations`,

  outputs: {
    title: 'Where it goes',
    others: 'Leaves',
    own: 'Stays in your vault',
    book: 'To your address book',
    source: 'Back to where it came from',
    alike: (times: number) => `${numberText(times)} outputs, each:`,
    ofThisLeaves: 'Of this leaves:',
    bookLabel: (name: string) => `“${name}” in your address book`,
    label: (name: string) => `Called “${name}” by the request`,
    foreignStake: 'Stake part of somebody else',
    datum: { hash: 'Has the hash of a datum', inline: 'Has a datum' },
    script: 'Held by a script',
    referenceScript: 'Has a reference script',
    address: 'address',
    none: 'It has no outputs.',
  },
  inputs: {
    title: 'Where it comes from',
    alike: (times: number) => `${numberText(times)} times:`,
    unproved: 'Contents unproved',
    stated: 'Stated:',
    reference: 'Output',
    onlyRead: 'Only read, not spent',
  },
  mint: {
    title: 'What is minted',
    tokens: (number: bigint) => countText(number, 'token', 'tokens'),
    burned: (number: bigint) => `${countText(number, 'token', 'tokens')} burned`,
    policy: 'policy ID',
    ofPolicy: (shortened: string) => `policy ${shortened}`,
    nameless: 'The token without a name (royalties)',
    times: (quantity: string, name: string) => `${quantity} × ${name}`,
    noScript: 'The transaction doesn’t include its script, so its conditions are unknown.',
    conditions: 'To mint, a transaction must have',
  },
  tokens: {
    title: 'As wallets will show it',
    noName: 'No name',
    notMinted: 'not minted here',
    royalty: 'Royalty',
    royaltyRate: 'Share',
    royaltyAddress: 'Paid to',
    label: (label: string) => `Metadata under label ${label}, as it goes on chain`,
  },
  signers: {
    title: 'Who signs',
    none: 'No key is named.',
    key: 'key hash',
    signed: 'Signed',
    signedHere: 'Signed here',
    wrong: 'Wrong signature',
    missingHere: 'You can sign',
    missing: 'Missing',
    choice: (count: number, of: number) => `${count} more of these ${of}`,
    mayHere: 'You may sign',
    may: 'May sign',
    unknown: (inputs: number) =>
      `The contents of ${countText(inputs, 'input', 'inputs')} are unproved: more keys may be needed.`,
    reasons: {
      input: 'pays',
      collateral: 'pledges collateral',
      script: 'script',
      required_signer: 'named as signer',
      withdrawal: 'withdraws rewards',
      certificate: 'certificate',
      vote: 'votes',
    },
  },
  details: {
    title: 'Details',
    network: 'Network',
    networkGuess: 'by its addresses',
    from: 'Valid from',
    until: 'Valid until',
    fee: 'Fee',
    feeLeast: (amount: string) => `the least is ${amount}`,
    size: 'Size',
    sizeText: (bytes: string, limit: string) => `${bytes} of at most ${limit} bytes, signed`,
    also: 'Also holds',
    parameters: 'Parameters of',
    made: 'Request made',
  },
  raw: {
    title: 'Details',
    show: 'Show the details',
    hide: 'Hide the details',
    txId: 'Transaction ID',
    json: 'Decoded, as JSON',
    cbor: 'CBOR in hex',
  },
}
