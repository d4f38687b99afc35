import { isSameRoyalty, mintedRoyaltyText, royaltyText } from '#contract/royalty/royalty-text.ts'
import type { RoyaltyRequest } from '#contract/collections/collection.ts'
import { PolicyId } from '#cardano/ids.ts'
import { royaltyTerms } from '#cardano/royalty.ts'
import type { Gateway } from '#chain/gateway/gateway.ts'
import type { Question } from '../asks.ts'
import { fetchPolicyRoyalty, type PolicyRoyalty } from '#chain/gateway/policy-royalty.ts'
import type { RoyaltyConfirmation } from '#contract/mints/mint.ts'
import { receiverWarnings } from '#cardano/receiver-warnings.ts'

/** A royalty that a policy has on chain before a collection asks for one. */
export type RoyaltyInPlace = {
  readonly found: PolicyRoyalty
  /** What the user has to know before the request is sent; empty where both say the same. */
  readonly differences: readonly string[]
}

/**
 * Asks the chain whether a policy has a royalty already: only the first one counts (CIP-27), whatever
 * a new collection asks for.
 * @throws ColdpressError of the gateway, and then it is unknown
 */
export const royaltyInPlace = async (
  gateway: Pick<Gateway, 'network' | 'asset' | 'transactionCbor'>,
  policyId: string,
  royalty: RoyaltyRequest,
  signal?: AbortSignal,
): Promise<RoyaltyInPlace | undefined> => {
  const found = await fetchPolicyRoyalty(gateway, PolicyId(policyId), signal)
  if (found === undefined) return undefined
  const requested = royaltyTerms(royalty)
  const isSame = found.terms !== null && isSameRoyalty(requested, found.terms)
  return { found, differences: isSame ? [] : differencesOf(found, royaltyText(requested)) }
}

const differencesOf = (found: PolicyRoyalty, requested: string): readonly string[] => [
  `On chain: ${mintedRoyaltyText(found)}`,
  `Requested, and ignored: ${requested}`,
  'Only the first royalty token of a policy counts (CIP-27), and nobody can change it.',
]

/** Before a collection is made whose policy has another royalty on chain than it asks for. */
export const keepRoyaltyQuestion = (
  collectionName: string,
  policyId: string,
  { differences }: Pick<RoyaltyInPlace, 'differences'>,
): Question => ({
  kind: 'keep_royalty',
  question: 'Create the collection with the royalty that its policy has on chain?',
  lines: [`Collection: ${collectionName}`, `Policy ID: ${policyId}`, ...differences],
  yes: 'Create the collection',
})

export const confirmRoyaltyQuestion = (
  collectionId: string,
  terms: RoyaltyConfirmation,
): Question => ({
  kind: 'confirm_royalty',
  question: 'Confirm a royalty?',
  lines: [
    `Collection: ${collectionId}`,
    `Royalty: ${royaltyText(terms)}`,
    ...receiverWarnings('royalty address', [terms.address]),
    'It can never be changed once its token is minted.',
  ],
  yes: 'Confirm the royalty',
})

export const mintRoyaltyQuestion = (collectionId: string): Question => ({
  kind: 'mint_royalty',
  question: 'Mint a royalty token?',
  lines: [`Collection: ${collectionId}`, 'A royalty token cannot be changed once it is minted.'],
  yes: 'Mint the token',
})
