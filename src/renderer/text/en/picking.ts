import { countText, numberText } from '#values/text/format.ts'

const tokens = (count: number) => countText(count, 'token')

/** Several tokens of a collection, and what is done with all of them. */
export const picking = {
  start: 'Select',
  startHint: 'A click with Ctrl or Shift selects too; Ctrl+A selects all.',
  end: 'Done',
  bar: 'Selected tokens',
  count: (count: number) => `${tokens(count)} selected`,
  none: 'Click tokens to select them. Shift-click selects a range.',
  all: (count: number) => `Select all ${numberText(count)}`,
  clear: 'Select none',
  fixed: (count: number) =>
    `${tokens(count)} of the selection ${count === 1 ? 'is' : 'are'} reserved, minted or burned and can’t change.`,
  mint: (count: number) => `Mint ${numberText(count)}`,
  editAsTable: (count: number) => `Edit ${numberText(count)} as a table…`,
  sell: (count: number) => `Create payment link for ${numberText(count)}`,
  price: {
    action: (count: number) => `Price ${numberText(count)}`,
    title: (count: number) => `Set the price of ${tokens(count)}`,
    loadingTitle: 'Set prices',
    loading: (count: number) =>
      `Loading all tokens, because a price by rarity needs their attributes. ${tokens(count)} so far.`,
    text: 'Whoever opens a token’s payment page can reserve and buy it at its price.',
    kind: 'Prices',
    kinds: {
      fixed: 'One price for all',
      ranks: 'By rarity',
      trait: 'By an attribute',
      steps: 'Rising in steps',
    },
    rarest: 'Rarest token, in ADA',
    commonest: 'Most common token, in ADA',
    trait: 'Attribute',
    others: 'All other values, in ADA',
    valueOf: (value: string, count: number) => `${value} (${numberText(count)})`,
    first: 'First price, in ADA',
    size: 'Tokens at each price',
    step: 'Then more by, in ADA',
    preview: 'Prices of the tokens',
    now: 'Now',
    more: (count: number) => `and ${tokens(count)} more`,
    sum: (count: number) => (sum: string, least: string, most?: string) =>
      `${tokens(count)} ${most === undefined ? `at ${least} each` : `from ${least} to ${most}`}, ${sum} together.`,
    errors: {
      trait: 'Choose an attribute.',
      size: (most: number) => `Enter a whole number from 1 to ${numberText(most)}.`,
    },
    submit: 'Set prices',
    remove: 'Remove prices',
    done: (count: number) => `The price of ${tokens(count)} was changed.`,
    working: 'Changing prices',
  },
  remove: {
    action: (count: number) => `Delete ${numberText(count)}`,
    title: (count: number) => `Delete ${tokens(count)}?`,
    text: (count: number) =>
      `${tokens(count)} will be deleted at the service. The images stay on this computer.`,
    submit: (count: number) => `Delete ${tokens(count)}`,
    keep: 'Keep them',
    done: (count: number) => `${tokens(count)} deleted.`,
    working: 'Deleting tokens',
  },
  progress: (count: number, all: number) => `${numberText(count)} of ${tokens(all)}`,
  left: (duration: string) => `about ${duration} left`,
  stop: 'Stop',
  failed: (count: number, all: number) => `${numberText(count)} of ${tokens(all)} failed.`,
  stopped: (count: number, all: number) => `Stopped after ${numberText(count)} of ${tokens(all)}.`,
  failures: 'Tokens that failed',
  retry: (count: number) => `Try ${tokens(count)} again`,
}
