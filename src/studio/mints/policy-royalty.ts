import { isColdpressError } from '#values/errors/errors.ts'
import type { PolicyId } from '#cardano/ids.ts'
import {
  firstRoyaltyMint,
  type PolicyRoyalty,
  readRoyaltyMint,
} from '#chain/gateway/policy-royalty.ts'
import { royaltyMintIn } from '#cardano/transactions/inspect/royalty-mint.ts'
import { nameHexOf } from '#cardano/value.ts'
import type { Studio } from '../options.ts'
import type { CollectionRow } from '../store/collections.ts'
import type { MintChainState } from './build-context.ts'
import { chainAnswer, requireChain } from './chain.ts'
import { deleteForeignRoyalty, findRoyalty, storeRoyalty } from './royalty-store.ts'
import { latestRoyaltyMint, type MintRow, type MintTransactionRow } from './store.ts'

/**
 * Asks the chain for the royalty of a policy, and stores what it says. What its token says is read
 * once for each transaction; whether that is still the first mint is asked each time, since a
 * rollback may have put another in its place. While a royalty token of this studio is on its way
 * nothing is stored: it counts when it is confirmed, not when it is seen.
 * @returns undefined where the chain has no royalty token of the policy
 * @throws ColdpressError `conflict` without a gateway; as `readRoyaltyMint`
 */
export const readPolicyRoyalty = async (
  studio: Studio,
  policyId: PolicyId,
  signal?: AbortSignal,
): Promise<PolicyRoyalty | undefined> => {
  const { database, now } = studio
  const { gateway } = requireChain(studio)
  const txId = await chainAnswer(firstRoyaltyMint(gateway, policyId, signal))
  if (txId === undefined) {
    deleteForeignRoyalty(database, policyId)
    return undefined
  }
  const stored = findRoyalty(database, policyId)
  if (stored?.txId === txId && stored.terms !== null) return stored
  const read = await chainAnswer(readRoyaltyMint(gateway, policyId, txId, signal))
  if (!isUnderWay(latestRoyaltyMint(database, policyId)))
    storeRoyalty(database, policyId, read, now().toISOString())
  return read
}

/**
 * The royalty of a policy as the chain has it, if its token is among what was ever minted. One that is
 * minted here counts when it is confirmed, not when it is seen: nobody asks while it is on its way.
 * @throws ColdpressError as {@link readPolicyRoyalty}
 */
export const royaltyAmong = async (
  studio: Studio,
  { policy_id: policyId }: Pick<CollectionRow, 'policy_id'>,
  { minted }: Pick<MintChainState, 'minted'>,
): Promise<PolicyRoyalty | undefined> =>
  minted.some(({ unit }) => nameHexOf(unit) === '')
    ? readPolicyRoyalty(studio, policyId)
    : undefined

/** The longest that a new collection waits for what the chain says of its policy. */
const importMs = 15_000

/** As {@link readPolicyRoyalty}, where the policy stays unread if the chain cannot be read now. */
export const tryReadPolicyRoyalty = async (studio: Studio, policyId: PolicyId): Promise<void> => {
  if (studio.chain === undefined) return
  const signal = AbortSignal.timeout(importMs)
  try {
    await readPolicyRoyalty(studio, policyId, signal)
  } catch (error) {
    if (!isColdpressError(error) && !signal.aborted) throw error
  }
}

/** Notes a royalty token that was built here and is confirmed, unless an earlier one was read. */
export const noteOwnRoyalty = (
  { database, network }: Pick<Studio, 'database' | 'network'>,
  policyId: PolicyId,
  { tx_id: txId, cbor }: MintTransactionRow,
  at: string,
): void => {
  if (findRoyalty(database, policyId) !== undefined) return
  storeRoyalty(database, policyId, { txId, ...royaltyMintIn(cbor, policyId, network) }, at)
}

/** It came to nothing. */
export const isOver = ({ status }: MintRow): boolean =>
  status === 'failed' || status === 'cancelled'

/** Whether a mint of a royalty token is neither over nor confirmed. */
export const isUnderWay = (mint: MintRow | undefined): boolean =>
  mint !== undefined && !isOver(mint) && mint.status !== 'completed'
