import { isSameRoyalty, royaltyText } from '#contract/royalty/royalty-text.ts'
import { royaltyTerms } from '#cardano/royalty.ts'
import { receiverWarnings } from '#cardano/receiver-warnings.ts'
import { joinAddress } from '#cardano/addresses.ts'
import { payoutShares } from '#cardano/transactions/build/payout-shares.ts'
import type { WholeCollection } from '#contract/collections/collection.ts'
import { outdatedOf, outdatedWarning } from '../mints/outdated.ts'
import { unreadableText } from '../mints/royalty-state.ts'
import { findRoyalty, isRoyaltyUnread } from '../mints/royalty-store.ts'
import type { Studio } from '../options.ts'
import type { CollectionRow } from '../store/collections.ts'
import { warningsField } from '../server/warnings-field.ts'

type Read = Pick<Studio, 'database'>

/** What an answer about a collection says of it that may be a mistake; absent where there is nothing. */
export const collectionWarnings = (
  studio: Read,
  row: CollectionRow,
): Pick<WholeCollection, 'warnings' | 'outdated'> => {
  const outdated = outdatedOf(studio, row)
  return {
    ...warningsField([
      ...payoutWarnings(row),
      ...royaltyWarnings(studio, row),
      ...royaltyReceiverWarnings(studio, row),
      ...outdated.map(outdatedWarning),
    ]),
    ...(outdated.length === 0 ? {} : { outdated: [...outdated] }),
  }
}

export const payoutWarnings = ({
  payout_address: payout,
}: Pick<CollectionRow, 'payout_address'>): readonly string[] =>
  receiverWarnings(
    'payout address',
    payoutShares(payout).map(({ address }) => address),
  )

/** Once its token is minted, nothing can be changed any more. */
export const royaltyReceiverWarnings = (
  { database }: Read,
  { royalty, policy_id: policyId }: Pick<CollectionRow, 'royalty' | 'policy_id'>,
): readonly string[] =>
  royalty === null || findRoyalty(database, policyId) !== undefined
    ? []
    : receiverWarnings('royalty address', [joinAddress(royalty.address)])

/** The royalty of a policy is what its first mint says (CIP-27), whatever a collection asks for. */
const royaltyWarnings = (
  { database }: Read,
  { royalty, policy_id: policyId }: CollectionRow,
): readonly string[] => {
  const found = findRoyalty(database, policyId)
  if (found === undefined)
    return isRoyaltyUnread(database, policyId) ? [unreadWarning(royalty !== null)] : []
  if (found.terms === null) return [`royalty: ${unreadableText(found)}.`]
  const minted = `the royalty of this policy was minted in transaction ${found.txId}: ${royaltyText(found.terms)}. Only this first one counts (CIP-27), and nobody can change it`
  if (royalty === null) return [`royalty: ${minted}. It applies to this collection too.`]
  const requested = royaltyTerms(royalty)
  if (isSameRoyalty(requested, found.terms)) return []
  return [`royalty: ${minted}. What was requested is ignored: ${royaltyText(requested)}.`]
}

const unreadWarning = (isRequested: boolean): string =>
  `royalty: not read from the chain yet, so it is unknown whether this policy has one already; what was minted first counts (CIP-27).${isRequested ? ' Nothing is minted or sold before it is read.' : ''}`
