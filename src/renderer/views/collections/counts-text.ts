import { adaText } from '#values/text/format.ts'
import type { TokenCounts } from '#renderer/data/token-counts.ts'
import { text } from '#renderer/text/en.ts'
import { tokenStatusText } from '#contract/tokens/token-state.ts'

const words = text.collections

/** How many tokens there are, then in which states: those add up to all of them, as far as they are known. */
export const countsText = (counts: TokenCounts): readonly string[] => {
  const { all, open, listed, minted, burned, sold, others, isComplete } = counts
  if (!isComplete)
    return [words.tokens(all), ...part(open, words.available), ...part(sold, words.sold)]
  return [
    words.tokens(all),
    ...part(
      open,
      words.available,
      listed === undefined
        ? []
        : part(listed.count, (count) => words.listed(count, adaText(listed.lovelace))),
    ),
    ...others.flatMap(({ status, count }) =>
      part(count, (tokens) => words.inState(tokens, status && tokenStatusText(status))),
    ),
    // A sold token may be burned by now.
    ...part(minted, words.minted, part(Math.min(sold, minted), words.sold)),
    ...part(burned, words.burned),
  ]
}

/** The same for a card: how many there are, and how many of them are furthest. */
export const briefCountsText = ({ all, minted, sold }: TokenCounts): string =>
  [words.tokens(all), ...(sold > 0 ? part(sold, words.sold) : part(minted, words.minted))].join(
    ' · ',
  )

/** Nothing where there is none. @param among what is said of some of them */
const part = (
  count: number,
  say: (count: number) => string,
  among: readonly string[] = [],
): readonly string[] =>
  count === 0 ? [] : [[say(count), ...among.map((some) => `(${some})`)].join(' ')]
