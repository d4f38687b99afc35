import type { TokenCounts } from '#renderer/data/token-counts.ts'
import { text } from '#renderer/text/en.ts'

/** How many tokens can still be minted. Empty: there are no tokens, or it is not known yet. */
export const availableText = ({ all, open, isComplete }: TokenCounts): readonly string[] =>
  all === 0 || (open === 0 && !isComplete) ? [] : [text.collections.available(open)]
