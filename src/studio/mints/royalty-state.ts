import { ColdpressError } from '#shared/errors.ts'
import type { Studio } from '../options.ts'
import { unitOf } from '#core/cardano/value.ts'
import { chainAnswer, chainOf } from './chain.ts'
import { findRoyalty } from './royalty-store.ts'
import { royaltyWanted } from './store.ts'
import type { CollectionRow } from '../store/collections.ts'

type Opening = Pick<Studio, 'database'>

/**
 * Nothing may be minted or sold before the royalty token: only a policy's first mint can carry it
 * (CIP-27), and nobody can put that right afterwards.
 * @throws ColdpressError `conflict`
 */
export const requireOpen = (
  { database }: Opening,
  { royalty, policy_id: policyId }: CollectionRow,
): void => {
  if (royalty === null || findRoyalty(database, policyId) !== undefined) return
  throw new ColdpressError(
    'conflict',
    'royalty: its token is not minted yet, and it must be the first one of the policy (CIP-27). Pay for it through payment_link, then try again. Where that page says that it can never be minted, give the royalty up: PATCH the collection with "royalty": null.',
  )
}

/** Whether the chain has the royalty token that a collection wants: the one without a name. */
export const hasItsRoyalty = async (
  studio: Studio,
  { royalty, policy_id: policyId }: CollectionRow,
): Promise<boolean> =>
  royalty === null ||
  (await chainAnswer(chainOf(studio).gateway.asset(unitOf(policyId, '')))) !== undefined

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
    `royalty: the chain has no royalty token of policy ${policyId}, and it must be the first one of the policy (CIP-27). Nothing is minted before it. If the chain was rolled back, wait until the token is there again.`,
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
