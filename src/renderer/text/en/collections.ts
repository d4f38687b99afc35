import { countText, numberText } from '#values/text/format.ts'
import { shareText } from '#values/rarity/rarity.ts'

import { exporting, folder } from './collections-files.ts'
import { newCollectionWords } from './collections-new.ts'

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
  order: 'Order',
  orders: { newest: 'Newest first', name: 'By name', tokens: 'By tokens' },
  found: (shown: number, all: number) =>
    shown === all
      ? countText(all, 'collection', 'collections')
      : `${numberText(shown)} of ${numberText(all)}`,
  empty: {
    title: 'No collections yet',
    text: 'A collection holds your tokens, the policy that mints them and your royalty. Create one, or try the sample first.',
  },
  nothingFound: {
    title: 'No matching collections',
    text: (search: string) => `No name or policy ID contains “${search}”.`,
    clear: 'Clear the search',
  },
  noImages: 'No images yet',
  practice: 'Practice',
  waitsForVault: 'Waits for the vault',
  practiceHint: 'Made by Coldpress to try things out. It needs no backup.',
  tokens: (count: number) => countText(count, 'token', 'tokens'),
  /** Tokens that a mint or a sale can still have. */
  available: (count: number) => `${numberText(count)} not minted`,
  minted: (count: number) => `${numberText(count)} minted`,
  sold: (count: number) => `${numberText(count)} sold`,
  listed: (count: number, prices: string) => `${numberText(count)} listed for ${prices}`,
  /** Null: the state is not known yet. */
  inState: (count: number, state: string | null) =>
    `${numberText(count)} ${state?.toLowerCase() ?? (count === 1 ? 'other' : 'others')}`,
  burned: (count: number) => `${numberText(count)} burned`,
  backTo: (name: string) => `Back to ${name}`,
  royalty: (percent: string) => `${percent}% royalty`,
  noRoyalty: 'No royalty',
  lock: {
    never: 'Never locks',
    open: (left: string) => `Locks in ${left}`,
    openForever: 'Locks in the far future',
    locked: 'Locked',
    lockedHint: 'This policy can no longer mint.',
  },

  exporting,

  detail: {
    loading: 'Loading the collection',
    back: 'Back to collections',
    import: 'Import tokens',
    export: 'Export policy',
    exportHint: 'Fetches the policy with its signing keys from the service into your vault.',
    exportReason: 'Your vault stores the signing keys of this collection, so it must be open.',
    exported: (name: string) => `The policy of “${name}” is now in your vault.`,
    more: 'More actions',
    details: 'About this collection',
    by: (creator: string) => `By ${creator}`,
    edit: {
      action: 'Edit…',
      title: 'Edit collection',
      name: 'Name',
      description: 'Description',
      website: 'Website',
      creator: 'Creator',
      creatorHint: 'Your name, as buyers read it. Nothing proves it.',
      cover: 'Cover',
      coverHint: 'The image that stands for the collection.',
      noCover: 'The first images',
      fixed:
        'The policy and its lock never change. The attributes that all tokens share can’t change once there is a token, and the royalty can’t once its token is paid for.',
      saved: (name: string) => `“${name}” was changed.`,
      undone: (name: string) => `“${name}” is as it was before.`,
    },
    changePayout: {
      action: 'Change payout address…',
      title: 'Change the payout address',
      now: 'Now',
      next: 'New address',
      submit: 'Change the address',
      reason: 'Your vault signs where the income goes, so it must be open.',
      openSales:
        'Open payment links pay the new address once their tokens are minted. What was built before and waits for signatures still pays the earlier one; the collection then offers to withdraw it.',
      done: (name: string) => `The income of “${name}” goes to the new address.`,
    },
    warnings: {
      withdraw: (count: number) =>
        count === 1 ? 'Withdraw it…' : `Withdraw all ${numberText(count)}…`,
      withdrawTitle: 'Withdraw what was built before the change?',
      withdrawText: (count: number) =>
        `${countText(count, 'signing round or mint', 'signing rounds and mints')} will be withdrawn. Sales wait for the next round; tokens are free to be minted again. A copy that is signed elsewhere can still be sent until its time ends.`,
      confirm: 'Withdraw',
      keep: 'Keep',
      withdrawn: (count: number) =>
        `${countText(count, 'signing round or mint', 'signing rounds and mints')} withdrawn.`,
    },
    exportTokens: 'Export tokens…',
    remove: 'Delete collection',
    keep: 'Keep collection',
    removeTitle: 'Delete this collection?',
    removeText: (name: string, tokens: number) =>
      `The service deletes “${name}” with ${countText(tokens, 'token')}. Its policy and keys stay in your vault.`,
    removed: (name: string) => `“${name}” was deleted.`,
    removePractice: 'Delete practice collection',
    removePracticeHint: 'Its policy and signing key are deleted too.',
    removePracticeReason:
      'The signing key of this practice collection is deleted from your vault. It has to be open for that.',
    removedPractice: (name: string, withPolicy: boolean) =>
      withPolicy
        ? `“${name}” was deleted, with its policy and signing key.`
        : `“${name}” was deleted. Its policy and signing key stay, because something else uses them.`,
    network: 'Network',
    policyId: 'Policy ID',
    lock: 'Lock',
    royalty: 'Royalty',
    tokens: 'Tokens',
    payout: 'Payout address',
    payoutShare: (percent: string) => `${percent}%`,
    website: 'Website',
    description: 'Description',
    royaltyAddress: 'Royalty address',
    paymentLink: 'Payment page of the royalty token',
    reservation: 'Reservation time',
    created: 'Created',
    id: 'Collection ID',
    script: 'Policy script',
    template: 'Metadata template',
    close: 'Close',
  },

  tokenList: {
    label: 'Tokens',
    missingImages: 'Some images are not on this computer.',
    search: 'Search tokens',
    order: 'Order',
    added: 'As added',
    by: (column: string, isDescending: boolean) =>
      `By ${column}${isDescending ? ', descending' : ''}`,
    layout: 'Show as',
    grid: 'Grid',
    table: 'Table',
    filter: 'Filter',
    filters: (count: number) => (count === 0 ? 'Filter' : `Filter (${numberText(count)})`),
    filterPanel: 'Filters',
    clear: 'Clear filters',
    status: 'Status',
    price: 'Price',
    prices: { priced: 'Priced', unpriced: 'Not priced' },
    priceRange: {
      from: { label: 'Lowest price in ADA', placeholder: 'from ₳' },
      to: { label: 'Highest price in ADA', placeholder: 'to ₳' },
    },
    findValue: (name: string) => `Find a value of ${name}`,
    allValues: (count: number) => `Show all ${numberText(count)}`,
    fewerValues: 'Show fewer',
    moreValues: (count: number) => `${numberText(count)} more. Search to see them.`,
    shown: (shown: number, all: number) =>
      shown === all
        ? countText(all, 'token', 'tokens')
        : `${numberText(shown)} of ${numberText(all)}`,
    loading: (loaded: number, all: number) =>
      `Loading ${numberText(loaded)} of ${countText(all, 'token', 'tokens')}`,
    empty: 'No tokens yet',
    nothingFound: {
      title: 'No matching tokens',
      text: 'No token matches the search and the filters.',
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
    keys: 'Use the arrow keys to see the previous or next token.',
    loading: 'Loading the token',
    more: 'More actions for this token',
    viewer: {
      open: (name: string) => `Look at ${name} in full size`,
      tools: 'Zoom',
      stage: 'The image. Space closes it.',
      fit: 'Fit to window',
      full: 'Full size',
      smaller: 'Zoom out (−)',
      larger: 'Zoom in (+)',
      size: (width: number, height: number, scale: number | undefined) =>
        `${numberText(width)} × ${numberText(height)} pixels${scale === undefined ? '' : ` · ${numberText(scale * 100)}%`}`,
    },
    edit: {
      action: 'Edit',
      saved: (name: string) => `“${name}” was changed.`,
      undone: (name: string) => `“${name}” is as it was before.`,
      name: 'Name',
      assetName: 'Asset name',
      assetNameHint: 'Its name on the ledger. At most 32 bytes can be minted.',
      description: 'Description',
      custom: 'Own attributes',
      noCustom: 'No attributes of its own.',
      customName: (position: number) => `Name of attribute ${position} of this token`,
      customValue: (position: number) => `Value of attribute ${position} of this token`,
      removeCustom: (position: number) => `Remove attribute ${position} of this token`,
    },
    trait: 'Attribute',
    value: 'Value',
    rarity: 'Rarity',
    rarityOf: (count: number, all: number) =>
      `${numberText(count)} of ${numberText(all)} · ${shareText(count, all)}`,
    transaction: 'Minted by transaction',
    showTransaction: (name: string) => `Show in explorer: the transaction of ${name}`,
    attributes: 'Attributes',
    custom: 'Custom attributes',
    noAttributes: 'No attributes of its own.',
    shared: 'Shared by all tokens of the collection',
    details: 'Identity',
    metadata: 'Metadata',
    json: 'Metadata JSON',
    noMetadata: 'The service returned no metadata for this token.',
    warnings: 'Check before minting',
    assetName: 'Asset name',
    fingerprint: 'Fingerprint',
    cid: 'CID',
    heldAt: 'Image kept at',
    heldHere: (isAlone: boolean) =>
      isAlone ? 'This computer only: nobody else can open it from here' : 'This computer',
    heldNowhere: 'Coldpress keeps it nowhere: it was given as an address.',
    image: 'Image address',
    mediaType: 'Media type',
    description: 'Description',
    status: 'Status',
    added: 'Added',
    id: 'Token ID',
    remove: 'Delete token',
    keep: 'Keep token',
    removeTitle: 'Delete this token?',
    removeText: (name: string) =>
      `The service deletes “${name}”. Its image stays on this computer.`,
    removed: (name: string) => `“${name}” was deleted.`,
    imageOf: (name: string) => `Image of ${name}`,
  },

  new: newCollectionWords,

  folder,
}

/** The part "rarity" of a collection. */
export const rarity = {
  part: 'Rarity',
  lead: 'Rank 1 is the rarest: the fewer tokens share its traits, the higher the score (OpenRarity).',
  method:
    'OpenRarity: each trait weighs as much as it is rare, its information content by the entropy of the collection, after the traits that no other token has. Tokens with the same score share a rank. Empty values, “none” and “null” count as absent.',
  save: 'Save ranks…',
  saved: (path: string) => `Saved: ${path}`,
  publish: 'Show ranks on payment pages',
  loading: 'The ranks appear when all tokens are loaded.',
  none: 'No tokens to rank',
  noneText: 'Import tokens; their attributes decide how rare each is.',
  toImport: 'Import tokens',
  traits: 'Traits',
  ranks: 'Ranks',
  rank: 'Rank',
  token: 'Token',
  score: 'Score',
  unique: 'Only here',
  uniqueHint: 'Traits that no other token has',
  chart: (trait: string, values: number) =>
    `${trait}: ${countText(values, 'value')}, by the number of tokens`,
  tokens: 'Tokens',
  value: 'Value',
  share: (count: number, all: number) => `${numberText(count)} (${shareText(count, all)})`,
  absent: 'Without it',
  more: (values: number) => countText(values, 'more value', 'more values'),
  noCharts: 'The charts can’t be shown. The saved ranks list every value.',
  noTraits: 'No attributes to rank by',
  noTraitsText:
    'Rarity compares the attributes of tokens, and these have none yet. Add a column for each attribute to the table of tokens.',
  noTraitsFixed:
    'Rarity compares the attributes of tokens. These have none, and their metadata can’t change any more.',
  addTraits: 'Add attributes in a table…',
}
