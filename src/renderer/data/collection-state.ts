import type { CallOutput } from '#shared/calls/contract.ts'
import type { CollectionFacts, TokenRow } from '#shared/calls/collections.ts'
import type { BackupState, PolicyFacts } from '#shared/calls/facts.ts'
import type { RoyaltyFacts } from '#shared/calls/minting.ts'
import { lockStateOf } from './lock.ts'
import { canBeSold, isMinted } from './token-status.ts'

/** What decides what can be done with a collection. Undefined: nobody has answered yet. */
export type CollectionState = {
  readonly tokens: TokenCounts
  /** Nothing can be minted or burned under its policy any more. */
  readonly isLocked: boolean
  readonly isPractice: boolean
  /** `elsewhere`: its service does not tell. */
  readonly royalty: RoyaltyFacts['status'] | 'none' | 'elsewhere' | undefined
  /** Its service mints for own use. */
  readonly canMint: boolean | undefined
  /** Its service sells. */
  readonly canSell: boolean | undefined
  /** `elsewhere`: this computer has none of the policy's keys. */
  readonly backup: BackupState['state'] | 'practice' | 'elsewhere' | undefined
}

type TokenCounts = {
  readonly all: number
  /** Neither minted nor reserved. */
  readonly open: number
  readonly minted: number
  readonly burned: number
  readonly sold: number
}

/** The answers about a collection, as far as they have come. */
export type CollectionAnswers = {
  /** As far as they are loaded. */
  readonly tokens: readonly TokenRow[]
  readonly minting: CallOutput<'minting.list'> | undefined
  readonly royalty: RoyaltyFacts | null | undefined
  readonly sales: Pick<CallOutput<'sales.list'>, 'canSell'> | undefined
  readonly policies: readonly PolicyFacts[] | undefined
}

const unanswered: CollectionAnswers = {
  tokens: [],
  minting: undefined,
  royalty: undefined,
  sales: undefined,
  policies: undefined,
}

/** @param now milliseconds */
export const collectionState = (
  collection: CollectionFacts,
  now: number,
  { tokens, minting, royalty, sales, policies }: CollectionAnswers = unanswered,
): CollectionState => ({
  tokens: countsOf(collection, tokens),
  isLocked: lockStateOf(collection.policy, now).kind === 'locked',
  isPractice: collection.isPractice,
  royalty: royaltyOf(collection, minting?.canMint, royalty),
  canMint: minting?.canMint,
  canSell: sales?.canSell,
  backup: policies && backupOf(collection, policies),
})

/** Until all tokens are loaded, the collection's own counts complete what is known of them. */
const countsOf = (collection: CollectionFacts, tokens: readonly TokenRow[]): TokenCounts => {
  const {
    token_count: all,
    token_for_sale_count: ready,
    token_sold_count: sold,
    token_burned_count: burned = 0,
  } = collection
  const open = tokens.filter(canBeSold).length
  return {
    all: Math.max(all, tokens.length),
    open: tokens.length < all ? Math.max(open, ready) : open,
    minted: tokens.filter(isMinted).length,
    burned: Math.max(burned, tokens.filter(({ status }) => status === 'BURNED').length),
    sold,
  }
}

const royaltyOf = (
  collection: CollectionFacts,
  canMint: boolean | undefined,
  royalty: RoyaltyFacts | null | undefined,
): CollectionState['royalty'] => {
  if (canMint === undefined) return undefined
  if (canMint) return royalty === null ? 'none' : royalty?.status
  return collection.royalty?.metadata === undefined ? 'none' : 'elsewhere'
}

/** Nobody loses anything with the keys of the devnet, which is for practice. */
const backupOf = (
  { policy, chain }: CollectionFacts,
  policies: readonly PolicyFacts[],
): CollectionState['backup'] => {
  if (chain === 'devnet') return 'practice'
  const known = policies.find(({ policyId }) => policyId === policy.policy_id)
  return known?.keys.some(({ here }) => here) === true ? known.backup.state : 'elsewhere'
}
