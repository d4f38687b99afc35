import type { CollectionDetails } from '#contract/collections/calls.ts'
import type { Policy } from '#contract/policies/policy.ts'
import type { CollectionState } from '#renderer/data/collection-state.ts'

/** The counts of a collection without tokens. */
export const noTokens = {
  all: 0,
  open: 0,
  changeable: 0,
  minted: 0,
  burned: 0,
  sold: 0,
  others: [],
  listed: { count: 0, lovelace: 0n },
  isComplete: true,
} as const

export const allMinted = { ...noTokens, all: 24, minted: 24 } as const

/** A collection on preprod with 24 tokens and a minted royalty, whose keys have no backup. */
export const ready = {
  tokens: { ...noTokens, all: 24, open: 24, changeable: 24 },
  isLocked: false,
  isPractice: false,
  royalty: 'minted',
  canMint: true,
  canSell: true,
  keys: 'all',
  backup: 'none',
  goal: 'mint',
} as const satisfies CollectionState

type Changes = Partial<Omit<CollectionDetails, 'policy'>> & {
  readonly policy?: Pick<Policy, 'policy_id' | 'lock' | 'lock_time'>
}

/** What its service says of a collection, as far as it decides what can be done. */
export const collectionFacts = (changes: Changes = {}): CollectionDetails =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rest decides nothing
  ({
    name: 'Moths',
    policy: { policy_id: 'ab', lock: false, lock_time: null },
    chain: 'preprod',
    isPractice: false,
    token_count: 3,
    token_for_sale_count: 3,
    token_sold_count: 0,
    ...changes,
  }) as CollectionDetails
