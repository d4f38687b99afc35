import type { CallOutput } from '#contract/window/calls.ts'
import type { CollectionDetails } from '#contract/collections/calls.ts'
import type { CollectionGoals } from '#contract/settings/settings.ts'
import { backupNeedOf, type PolicyView } from '#contract/policies/policy-view.ts'
import type { RoyaltyDetails } from '#contract/mints/calls.ts'
import { lockStateOf } from './lock.ts'
import { type TokenCounts, tokenCounts } from './token-counts.ts'
import { knownTokens, type LoadedTokens } from './tokens.ts'
import { callQuery } from './call-query.ts'
import type { CollectionRef } from './minting.ts'
import { queryClient } from './query-client.ts'
import { salesQuery } from './sales-list.ts'

/** What decides what can be done with a collection. Undefined: nobody has answered yet. */
export type CollectionState = {
  readonly tokens: TokenCounts
  /** Nothing can be minted or burned under its policy any more. */
  readonly isLocked: boolean
  readonly isPractice: boolean
  /** `elsewhere`: its service does not tell. */
  readonly royalty: RoyaltyDetails['status'] | 'none' | 'elsewhere' | undefined
  /** Its service mints for own use. */
  readonly canMint: boolean | undefined
  /** Its service sells. */
  readonly canSell: boolean | undefined
  /**
   * How many of the policy's keys the vault has. `none`: the policy is watch-only. `unlisted`: the
   * policy is not among the vault's.
   */
  readonly keys: 'all' | 'some' | 'none' | 'unlisted' | undefined
  /** `elsewhere`: this computer has none of the policy's keys. */
  readonly backup: ReturnType<typeof backupNeedOf> | undefined
  /** What the user has chosen to do with its tokens; `open`: nothing yet. */
  readonly goal: CollectionGoal | 'open' | undefined
}

/** What its creator wants with the tokens of a collection. */
export type CollectionGoal = CollectionGoals[string]

/** The answers about a collection, as far as they have come. */
export type CollectionAnswers = {
  readonly tokens: LoadedTokens | undefined
  readonly minting: CallOutput<'minting.list'> | undefined
  readonly royalty: RoyaltyDetails | null | undefined
  readonly sales: Pick<CallOutput<'sales.list'>, 'canSell'> | undefined
  readonly policies: readonly PolicyView[] | undefined
  /** What was chosen for each collection. */
  readonly goals: CollectionGoals | undefined
}

/** @param now milliseconds */
export const collectionState = (
  collection: CollectionDetails,
  now: number,
  { tokens, minting, royalty, sales, policies, goals }: Partial<CollectionAnswers> = {},
): CollectionState => ({
  tokens: tokenCounts(collection, tokens),
  isLocked: lockStateOf(collection.policy, now).kind === 'locked',
  isPractice: collection.isPractice,
  royalty: royaltyOf(collection, minting?.canMint, royalty),
  canMint: minting?.canMint,
  canSell: sales?.canSell,
  keys: policies && keysOf(collection, policies),
  backup: policies && backupOf(collection, policies),
  goal: goals && (goals[collection.id] ?? 'open'),
})

/** No royalty token has to be minted before others. */
export const isRoyaltyDone = (
  royalty: NonNullable<CollectionState['royalty']>,
): royalty is 'none' | 'elsewhere' | 'minted' =>
  royalty === 'none' || royalty === 'elsewhere' || royalty === 'minted'

const royaltyOf = (
  collection: CollectionDetails,
  canMint: boolean | undefined,
  royalty: RoyaltyDetails | null | undefined,
): CollectionState['royalty'] => {
  if (canMint === undefined) return undefined
  if (canMint) return royalty === null ? 'none' : royalty?.status
  return collection.royalty?.metadata === undefined ? 'none' : 'elsewhere'
}

const policyOf = ({ policy }: CollectionDetails, policies: readonly PolicyView[]) =>
  policies.find(({ policyId }) => policyId === policy.policy_id)

const keysOf = (
  collection: CollectionDetails,
  policies: readonly PolicyView[],
): CollectionState['keys'] => {
  const known = policyOf(collection, policies)
  if (known === undefined) return 'unlisted'
  if (!known.keys.some(({ here }) => here)) return 'none'
  return known.keys.every(({ here }) => here) ? 'all' : 'some'
}

const backupOf = (
  collection: CollectionDetails,
  policies: readonly PolicyView[],
): CollectionState['backup'] => {
  const known = policyOf(collection, policies)
  if (known !== undefined) return backupNeedOf(known)
  return collection.chain === 'devnet' ? 'practice' : 'elsewhere'
}

/** A menu opens after this many milliseconds with what is known by then. */
const longestWait = 400

/** The state of a collection that no view has open. Its tokens are not loaded for it. */
export const fetchCollectionState = async (
  collectionRef: CollectionRef,
  collection: CollectionDetails,
): Promise<CollectionState> => {
  const known = (): CollectionAnswers => ({
    tokens: knownTokens(collectionRef),
    minting: queryClient.getQueryData(callQuery('minting.list', collectionRef).queryKey),
    royalty: queryClient.getQueryData(callQuery('minting.royalty', collectionRef).queryKey),
    sales: queryClient.getQueryData(salesQuery(collectionRef).queryKey),
    policies: queryClient.getQueryData(callQuery('policies.list', null).queryKey),
    goals: queryClient.getQueryData(callQuery('app.settings', null).queryKey)?.collectionGoals,
  })
  const minted = async () => {
    const { canMint } = await queryClient.fetchQuery(callQuery('minting.list', collectionRef))
    if (canMint) await queryClient.fetchQuery(callQuery('minting.royalty', collectionRef))
  }
  const answers = Promise.allSettled([
    minted(),
    queryClient.fetchQuery(salesQuery(collectionRef)),
    queryClient.fetchQuery(callQuery('policies.list', null)),
  ])
  await Promise.race([answers, new Promise((resolve) => setTimeout(resolve, longestWait))])
  return collectionState(collection, Date.now(), known())
}
