import { countText, numberText } from '#values/text/format.ts'

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
  afterRoyalty: 'After royalty',
  import: {
    none: 'No tokens yet',
    tokens,
    action: 'Import tokens',
  },
  royalty: {
    none: 'No royalty',
    elsewhere: 'At the service',
    pay: 'Pay for royalty',
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
    action: 'Mint',
    continue: 'Continue the mint',
  },
  sell: {
    unsupported: 'Not available',
    noTokens: 'No tokens yet',
    nothingLeft: 'Nothing left',
    decide: (count: number) => `${numberText(count)} to decide`,
    running: (count: number) => countText(count, 'open payment link'),
    sold: (count: number) => `${numberText(count)} sold`,
    possible: 'None yet',
    show: 'Show the sales',
  },
  backup: {
    practice: 'Not needed',
    elsewhere: 'Keys elsewhere',
    none: 'Not backed up',
    made: 'Not tested',
    tested: 'Tested',
    make: 'Back up the keys',
    test: 'Test the backup',
  },
}
