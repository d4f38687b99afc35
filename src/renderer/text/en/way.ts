import { countText, numberText } from '#values/text/format.ts'
import { limits } from '#values/bounds/limits.ts'
import { backupWords } from './policies-backup.ts'

const tokens = (count: number): string => countText(count, 'token', 'tokens')

/**
 * The way of a collection from its images to a tested backup. A step's state has about 14 characters
 * in the smallest window.
 */
export const way = {
  label: 'Steps of this collection',
  names: {
    import: 'Import',
    royalty: 'Royalty',
    mint: 'Mint',
    sell: 'Sell',
    backup: 'Back up',
  },
  locked: 'Policy locked',
  afterRoyalty: 'Needs royalty first',
  /** Asked until the user has chosen: a token that was minted to oneself is sold nowhere here. */
  choose: 'What do you want to do with the tokens?',
  choices: {
    sell: 'Set prices and share a link. A token is minted to its buyer as soon as it is paid for.',
    mint: 'Mint the tokens to your own address now, and pay for it yourself. They can’t be sold here after that.',
  },
  import: {
    none: 'No tokens yet',
    tokens,
    action: 'Import tokens',
  },
  royalty: {
    none: 'No royalty',
    elsewhere: 'At the service',
    pay: 'Set up royalty',
    show: 'Show royalty',
  },
  mint: {
    elsewhere: 'When sold',
    noTokens: 'No tokens yet',
    open: (count: number) => `${numberText(count)} not minted`,
    some: (minted: number, all: number) => `${numberText(minted)} of ${numberText(all)}`,
    all: (count: number) => `${numberText(count)} minted`,
    burned: 'All burned',
    reserved: 'All reserved',
    action: 'Mint to myself',
    continue: 'Continue the mint',
  },
  sell: {
    unsupported: 'Not available',
    noTokens: 'No tokens yet',
    nothingLeft: 'Nothing left',
    decide: (count: number) => `${numberText(count)} to decide`,
    running: (count: number) => countText(count, 'open payment link'),
    sold: (count: number) => `${numberText(count)} sold`,
    counting: 'Reading prices',
    unpriced: 'No prices yet',
    noneOpen: 'No open links',
    listed: (count: number) => `${numberText(count)} listed`,
    price: 'Sell…',
    share: 'Share…',
    show: 'Show the sales',
  },
  backup: {
    practice: 'Practice: optional',
    elsewhere: 'Keys elsewhere',
    none: 'Not backed up',
    made: 'Not tested',
    tested: 'Tested',
    make: backupWords.make,
    test: backupWords.test,
  },
}

/** Why something cannot be done with a collection or its tokens. */
export const reasons = {
  unknown: 'The service has not answered yet.',
  elsewhere: 'The service of this collection does not offer it.',
  policyLocked:
    'The policy of this collection is locked. Nothing can be minted, sold or burned under it any more.',
  noTokens: 'This collection has no tokens yet.',
  noneOpen: 'All tokens are minted, being minted or reserved.',
  noneMinted: 'None of the tokens is minted.',
  tooMany: `One payment link holds at most ${numberText(limits.tokensPerSale)} tokens. Select fewer.`,
  royaltyFirst: 'The royalty token has to be minted first.',
  noRoyaltyDue: 'No royalty has to be paid for.',
  keysElsewhere: 'The keys of the policy are on other computers.',
  keysHere: 'Your vault has the keys of the policy already.',
  noBackupDue: 'No backup has to be made.',
  tokensInUse: 'Its service keeps a collection with tokens that are minted, sold or reserved.',
}
