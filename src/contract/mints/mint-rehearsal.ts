import { z } from 'zod'
import { listOf, longText, shortText } from '#values/bounds/bounded.ts'
import { countText, utcText } from '#values/text/format.ts'
import { quoted } from '#values/text/text.ts'

/** How the tokens of a mint stand to their rehearsal on the devnet. */
export const mintRehearsalState = z.object({
  /** Whether it would be the first mint of the collection on mainnet. */
  first: z.enum(['yes', 'no', 'unknown']),
  /** How many tokens of the collection were rehearsed, and when; null: none. */
  rehearsed: z.object({ tokens: z.int(), at: shortText, practiceId: shortText }).nullable(),
  /** Names of tokens that were not rehearsed, and those whose metadata is another one since. */
  added: listOf(longText),
  changed: listOf(longText),
  /** The shape of the policy, or the rate of the royalty, is another one since. */
  policyDiffers: z.boolean(),
  royaltyDiffers: z.boolean(),
})
export type MintRehearsalState = z.output<typeof mintRehearsalState>

/** Whether exactly this was minted on the devnet. */
export const isRehearsed = (state: MintRehearsalState): boolean =>
  state.rehearsed !== null && differencesOf(state).length === 0

const listNames = (names: readonly string[]): string => {
  const rest = names.length - 3
  const first = names.slice(0, 3).map(quoted).join(', ')
  return rest > 0 ? `${first} and ${rest} more` : first
}

/** What is not as it was rehearsed; a sentence each. */
const differencesOf = (state: MintRehearsalState): readonly string[] =>
  state.rehearsed === null
    ? []
    : [
        ...(state.added.length === 0
          ? []
          : [
              `${countText(state.added.length, 'token was', 'tokens were')} not rehearsed: ${listNames(state.added)}.`,
            ]),
        ...(state.changed.length === 0
          ? []
          : [
              `${countText(state.changed.length, 'token has', 'tokens have')} other metadata since: ${listNames(state.changed)}.`,
            ]),
        ...(state.policyDiffers ? ['The policy has another shape since.'] : []),
        ...(state.royaltyDiffers ? ['The royalty has another rate since.'] : []),
      ]

/** What was rehearsed and when; a sentence. */
const rehearsedText = (
  { rehearsed }: MintRehearsalState,
  timeText: (time: Date) => string,
): string =>
  rehearsed === null
    ? 'Nothing of this collection was rehearsed on the devnet.'
    : `${countText(rehearsed.tokens, 'token was', 'tokens were')} rehearsed on the devnet on ${timeText(new Date(rehearsed.at))}, with the same metadata and the same shape of policy.`

/** What a first mint says of its rehearsal; a sentence each. */
export const rehearsalSentences = (
  state: MintRehearsalState,
  timeText: (time: Date) => string = utcText,
): readonly string[] => [
  ...(state.first === 'unknown'
    ? [
        'This service lists no mints, so nobody can tell whether something was minted before; none of its tokens says so.',
      ]
    : []),
  rehearsedText(state, timeText),
  ...differencesOf(state),
  ...(isRehearsed(state) ? ['Nothing differs since.'] : []),
]

/** Why an import before a first mint sets no prices. */
export const pricedText = (priced: number): string =>
  `The table sets a price for ${countText(priced, 'token')}. Whoever has the link of such a token can buy it, and that is the first mint of the collection on mainnet. Tokens can be rehearsed once they are imported: leave out the prices, rehearse the mint, and set them then.`

/** How far a rehearsal is. */
const rehearsalSteps = ['tokens', 'royalty', 'mint', 'check'] as const
export const mintRehearsalProgress = z.object({
  step: z.enum(rehearsalSteps),
  done: z.int(),
  total: z.int(),
})
export type MintRehearsalProgress = z.output<typeof mintRehearsalProgress>
