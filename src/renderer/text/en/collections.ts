import { countText, numberText } from '#shared/format.ts'

/** The view "collections". */
export const collections = {
  title: 'Collections',
  list: 'List of collections',
  newCollection: 'New collection',
  gettingStarted: 'Getting started',
  refresh: 'Refresh',
  account: 'Account',
  accountOn: (name: string, network: string) => `${name} · ${network}`,
  search: 'Search collections',
  found: (shown: number, all: number) =>
    shown === all
      ? countText(all, 'collection', 'collections')
      : `${numberText(shown)} of ${countText(all, 'collection', 'collections')}`,
  empty: {
    title: 'No collections yet',
    text: 'A collection holds your tokens, the policy that mints them and your royalty. Make one, or try the sample first.',
  },
  nothingFound: {
    title: 'No collection fits',
    text: (search: string) => `No name or policy id contains “${search}”.`,
    clear: 'Clear the search',
  },
  error: {
    accounts: 'Open the account settings',
  },
  noImages: 'No images yet',
  tokens: (count: number) => countText(count, 'token', 'tokens'),
  /** Tokens that a mint or a sale can still have. */
  available: (count: number) =>
    count === 0 ? 'none left to mint' : `${numberText(count)} not minted`,
  minted: (count: number) => `${numberText(count)} minted`,
  sold: (count: number) => `${numberText(count)} sold`,
  royalty: (percent: string) => `${percent} % royalty`,
  noRoyalty: 'No royalty',
  lock: {
    never: 'Never locks',
    open: (left: string) => `Locks in ${left}`,
    openForever: 'Locks in the far future',
    locked: 'Locked',
    lockedHint: 'Nothing can be minted under this policy any more.',
  },

  detail: {
    loading: 'Loading the collection',
    back: 'Back to the collections',
    import: 'Import tokens',
    export: 'Export policy',
    exportHint: 'Fetches the policy with its signing keys from the service into your vault.',
    exportReason:
      'The signing keys of this collection are put into your vault. It has to be open for that.',
    exported: (name: string) => `The policy of “${name}” is in your vault now.`,
    more: 'More actions',
    facts: 'About this collection',
    remove: 'Delete collection',
    removeTitle: 'Delete the collection?',
    removeText: (name: string, tokens: number) =>
      `“${name}” is deleted at its service, with ${countText(tokens, 'token', 'tokens')}. Its policy and keys stay in your vault. This cannot be undone.`,
    removed: (name: string) => `“${name}” was deleted.`,
    network: 'Network',
    policyId: 'Policy id',
    lock: 'Lock',
    royalty: 'Royalty',
    tokens: 'Tokens',
    payout: 'Payout address',
    payoutShare: (percent: string) => `${percent} %`,
    website: 'Website',
    description: 'Description',
    royaltyAddress: 'Royalty address',
    paymentLink: 'Link that mints the royalty token',
    reservation: 'Reservation time',
    created: 'Created',
    id: 'Collection id',
    script: 'Policy script',
    template: 'Metadata template',
    close: 'Close',
  },

  tokenList: {
    label: 'Tokens',
    search: 'Search tokens',
    order: 'Order',
    added: 'As added',
    byName: 'By name',
    layout: 'Show as',
    grid: 'Grid',
    table: 'Table',
    filter: 'Filter',
    filters: (count: number) => (count === 0 ? 'Filter' : `Filter (${numberText(count)})`),
    filterPanel: 'Filters',
    clear: 'Clear filters',
    status: 'Status',
    findValue: (name: string) => `Find a value of ${name}`,
    allValues: (count: number) => `Show all ${numberText(count)}`,
    fewerValues: 'Show fewer',
    moreValues: (count: number) => `${numberText(count)} more. Search to see them.`,
    shown: (shown: number, all: number) =>
      shown === all
        ? countText(all, 'token', 'tokens')
        : `${numberText(shown)} of ${countText(all, 'token', 'tokens')}`,
    loading: (loaded: number, all: number) =>
      `Loading ${numberText(loaded)} of ${numberText(all)} tokens`,
    empty: {
      title: 'No tokens yet',
      text: 'Import a folder of images with a table of their names and attributes.',
    },
    nothingFound: {
      title: 'No token fits',
      text: 'Nothing here matches the search and the filters.',
      clear: 'Clear search and filters',
    },
    image: 'Image',
    name: 'Name',
    assetName: 'Asset name',
    open: (name: string) => `Show ${name}`,
  },

  token: {
    previous: 'Previous token',
    next: 'Next token',
    position: (index: number, all: number) => `${numberText(index)} of ${numberText(all)}`,
    keys: 'The arrow keys go to the tokens before and after.',
    loading: 'Loading the token',
    attributes: 'Attributes',
    custom: 'Custom attributes',
    noAttributes: 'This token has no attributes.',
    facts: 'Identity',
    metadata: 'Metadata',
    json: 'Metadata JSON',
    noMetadata: 'The service has not answered any metadata for this token.',
    warnings: 'What to look at before minting',
    assetName: 'Asset name',
    fingerprint: 'Fingerprint',
    cid: 'CID',
    image: 'Image address',
    mediaType: 'Media type',
    description: 'Description',
    status: 'Status',
    added: 'Added',
    id: 'Token id',
    remove: 'Delete token',
    removeTitle: 'Delete the token?',
    removeText: (name: string) =>
      `“${name}” is deleted at its service. Its image stays on this computer. This cannot be undone.`,
    removed: (name: string) => `“${name}” was deleted.`,
    imageOf: (name: string) => `Image of ${name}`,
  },

  statuses: {
    UPLOADING_CONTENT: 'Uploading',
    OPEN: 'Not ready',
    FOR_SALE: 'Ready',
    RESERVED: 'Reserved',
    MINTING: 'Minting',
    COMPLETED: 'Minted',
    EXPIRED: 'Expired',
  },

  new: {
    title: 'New collection',
    lead: 'What you type stays here until the collection is made.',
    clear: 'Start over',
    about: 'About the collection',
    account: 'Account',
    accountHint: 'Where the collection lives. It decides the network.',
    name: 'Name',
    description: 'Description',
    website: 'Website',
    payout: 'Payout address',
    payoutHint: (network: string) =>
      `A Cardano address on ${network}. What tokens earn goes there.`,

    template: 'Metadata of every token',
    templateText:
      'Attributes go on chain with each token. A tag such as <paper> is filled from your table; all other text is the same for all tokens.',
    attributes: 'Attributes',
    noAttributes: 'No attributes yet. A token then has a name, an image and a media type.',
    attributeName: 'Attribute',
    attributeText: 'Value',
    attributeNameOf: (position: number) => `Name of attribute ${position}`,
    attributeTextOf: (position: number) => `Value of attribute ${position}`,
    addAttribute: 'Add an attribute',
    addTag: 'Tag',
    addTagHint: (tag: string) => `Put the tag ${tag} into the value`,
    noTag: 'A tag is made from a name of one word',
    nameWithBlanks: (name: string) =>
      `A tag is one word. If tokens differ here, remove this attribute: the column “${name}” of your table becomes an attribute of each token. If all share a text, write it here.`,
    moveUp: (name: string) => `Move ${name} up`,
    moveDown: (name: string) => `Move ${name} down`,
    removeAttribute: (name: string) => `Remove ${name}`,
    attributeAt: (position: number) => `attribute ${position}`,
    moved: (name: string, position: number, all: number) => `${name} is now ${position} of ${all}.`,
    more: 'Fields of the token',
    moreHint:
      'A lone tag here stands for the token’s own field, whatever its word. Change these only when all tokens share a text.',
    fields: {
      name: 'Name',
      asset_name: 'Asset name',
      image: 'Image',
      media_type: 'Media type',
      description: 'Description',
    },

    policy: 'Policy',
    policyText: 'The policy says who may mint, and until when. It can never be changed afterwards.',
    policyKind: 'Where the policy comes from',
    generate: 'Make a new one',
    generateHint: {
      local: 'A fresh signing key is made and kept in your vault.',
      hosted:
        'The service makes a signing key and keeps it. Export the policy afterwards to have the key in your vault as well.',
    },
    fromVault: 'Use one from the vault',
    fromVaultHint: 'One whose keys are here and that has not locked yet.',
    lockKind: 'When it locks',
    locks: 'Locks on a date',
    neverLocks: 'Never locks',
    lockAt: 'Lock date',
    lockAtHint: 'In your local time.',
    presets: { '3': 'In 3 months', '6': 'In 6 months', '12': 'In a year' },
    countdown: (left: string, date: string) =>
      `Locks in ${left}, on ${date}. After that nobody can mint or burn tokens of this policy, not even you.`,
    lockPast: 'This date has passed. Choose one that is still to come.',
    neverWarning:
      'Whoever holds the key can always mint more tokens. Many collectors look for a policy that locks, because only then the number of tokens is final.',
    vaultPolicy: 'Policy',
    vaultPolicyPick: 'Pick a policy',
    vaultNone:
      'The vault has no policy for this network whose keys are here and that is not locked.',
    vaultLink: 'Import a policy file',
    policyLabel: (name: string, network: string, lock: string) => `${name} · ${network} · ${lock}`,
    unnamedPolicy: 'Without a name',
    sendKeys: (account: string) => `Send the signing keys of this policy to ${account}`,
    sendKeysHint:
      'The service can mint under this policy from then on, and that cannot be taken back. It needs the keys to mint your tokens.',
    sendKeysTitle: 'Send the signing keys',
    sendKeysText: (account: string) =>
      `${account} gets the signing keys of this policy with the collection. Enter the vault passphrase again; after that Coldpress asks once more, in a window of its own.`,
    sendKeysPassphrase: 'Vault passphrase',
    sendKeysSubmit: 'Create and send the keys',

    royalty: 'Royalty',
    hasRoyalty: 'Ask for a royalty when tokens are sold again',
    royaltyText:
      'A royalty token is minted before the first token, through a payment link (about 0.18 ADA). Its rate and address can never be changed then.',
    rate: 'Rate in per cent',
    rateHint: 'From 0 to 100, such as 5 or 7.5.',
    royaltyToPayout: 'Same as the payout address',
    royaltyAddress: 'Royalty address',
    royaltyAddressHint: 'Who receives the royalty.',
    royaltyConfirms: (percent: string, address: string) =>
      `By creating this collection you confirm its royalty: ${percent} % of every later sale to ${address}. It cannot be changed once minted.`,

    selling: 'Selling',
    reservation: 'Reservation time in minutes',
    reservationHint: 'How long a token is held for a buyer who has not paid yet.',

    preview: 'Preview',
    previewText: 'What one token would have on chain.',
    previewLoading: 'Making the preview',
    samples: 'Sample values',
    sampleOf: (name: string) => name,
    sample: (word: string) => `sample ${word}`,
    json: 'Metadata of one token',
    bytes: (bytes: number, most: number) =>
      `${numberText(bytes)} bytes of at most ${numberText(most)} in a transaction`,
    sampleName: 'Sample token',
    sampleAssetName: 'SampleToken1',
    sampleDescription: 'What is to be seen',

    create: 'Create collection',
    errorCount: (count: number) =>
      count === 1
        ? 'One field needs another look.'
        : `${numberText(count)} fields need another look.`,
    reason:
      'The collection needs a signing key, which is kept in your vault. Open it to go on; nothing was created yet.',
    created: (name: string) => `“${name}” was created.`,
    errors: {
      name: 'A collection needs a name.',
      payout: 'An address that is paid is needed.',
      attributeName: 'This attribute needs a name.',
      attributeTwice: (name: string) => `There is already an attribute “${name}”.`,
      attributeText: (name: string) => `Give “${name}” a value or a tag.`,
      policy: 'Pick a policy of the vault.',
      lockTime: 'Choose a date, or let the policy never lock.',
      rate: 'A number from 0 to 100 is needed, such as 5 or 7.5.',
      royaltyAddress: 'An address that receives the royalty is needed.',
      reservation: 'Whole minutes are needed, such as 15.',
    },
  },
}
