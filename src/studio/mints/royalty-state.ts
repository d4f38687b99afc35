import { ColdpressError } from '#values/errors/errors.ts'
import type { Studio } from '../options.ts'
import type { PolicyId } from '#cardano/ids.ts'
import type { Database } from '#platform/db/database.ts'
import type { PolicyRoyalty } from '#chain/gateway/policy-royalty.ts'
import { isUnderWay, readPolicyRoyalty } from './policy-royalty.ts'
import { findRoyalty, isRoyaltyUnread } from './royalty-store.ts'
import { latestRoyaltyMint, royaltyWanted } from './store.ts'
import type { CollectionRow } from '../store/collections.ts'

type Opening = Pick<Studio, 'database'>

/** Where a royalty that can never be minted ends. */
const giveUp = 'give the royalty up: PATCH the collection with "royalty": null.'

/** What a royalty token that nobody can read means, as a sentence. */
export const unreadableText = ({ txId, unreadable }: PolicyRoyalty): string =>
  `the royalty token of this policy was minted in transaction ${txId}, and what it says cannot be read: ${unreadable}. It was the first one, so the policy can have no other royalty (CIP-27)`

/**
 * Nothing may be minted or sold before the royalty token: only a policy's first mint can carry it
 * (CIP-27), and nobody can put that right afterwards. One that is yet to be read passes here and is
 * read next ({@link hasItsRoyalty}).
 * @throws ColdpressError `conflict`
 */
export const requireOpen = (
  { database }: Opening,
  { royalty, policy_id: policyId }: CollectionRow,
): void => {
  if (royalty === null) return
  const found = findRoyalty(database, policyId)
  if (found !== undefined && found.terms !== null) return
  if (found === undefined && isToBeRead(database, policyId)) return
  if (found !== undefined)
    throw new ColdpressError('conflict', `royalty: ${unreadableText(found)}. To go on, ${giveUp}`)
  throw new ColdpressError(
    'conflict',
    'royalty: its token is not minted yet, and it must be the first one of the policy (CIP-27). Pay for it through payment_link, then try again. Where that page says that it can never be minted, ' +
      giveUp,
  )
}

/** One of this studio that is on its way counts when it is confirmed, not when it is seen. */
const isToBeRead = (database: Database, policyId: PolicyId): boolean =>
  isRoyaltyUnread(database, policyId) && !isUnderWay(latestRoyaltyMint(database, policyId))

/** Whether the chain has the royalty token that a collection wants, and it can be read. */
export const hasItsRoyalty = async (
  studio: Studio,
  { royalty, policy_id: policyId }: CollectionRow,
): Promise<boolean> =>
  royalty === null || ((await readPolicyRoyalty(studio, policyId))?.terms ?? null) !== null

/**
 * The row that says it was minted is not sealed; the chain says whether it was.
 * @throws ColdpressError `conflict`
 */
export const requireItsRoyalty = (
  { policy_id: policyId }: Pick<CollectionRow, 'policy_id'>,
  isOnChain: boolean,
): void => {
  if (isOnChain) return
  throw new ColdpressError(
    'conflict',
    `royalty: the chain has no royalty token of policy ${policyId} that can be read, and it must be the first one of the policy (CIP-27). Nothing is minted before it. If the chain was rolled back, wait until the token is there again.`,
  )
}

/**
 * The same for a collection without a royalty: another one of its policy may have one, and loses it
 * with the first token that is minted here. Where something was minted already there is nothing left
 * to lose; what was minted is believed only while no royalty token is on its way.
 * @param minted what the chain says was ever minted under the policy
 * @throws ColdpressError `conflict`
 */
export const requireFirstRoyalty = (
  { database }: Opening,
  { policy_id: policyId }: CollectionRow,
  minted: readonly unknown[],
): void => {
  if (findRoyalty(database, policyId) !== undefined) return
  const wanted = royaltyWanted(database, policyId)
  if (wanted === undefined || (minted.length > 0 && !wanted.isUnderWay)) return
  throw new ColdpressError(
    'conflict',
    `royalty: another collection of this policy (${wanted.collectionId}) has one, whose token is not minted yet and must be the first one of the policy (CIP-27). Mint that first, or delete that collection.`,
  )
}
