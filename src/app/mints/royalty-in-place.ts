import { isColdpressError, type ColdpressError } from '#values/errors/errors.ts'
import { isSameRoyalty, mintedRoyaltyText, royaltyText } from '#contract/royalty/royalty-text.ts'
import type { RoyaltyRequest } from '#contract/collections/collection.ts'
import { PolicyId } from '#cardano/ids.ts'
import { royaltyTerms } from '#cardano/royalty.ts'
import type { Gateways } from '#chain/gateway/gateway-configs.ts'
import type { Gateway } from '#chain/gateway/gateway.ts'
import { fetchPolicyRoyalty, type PolicyRoyalty } from '#chain/gateway/policy-royalty.ts'
import { requireOpenVault } from '#app/vault/require-open-vault.ts'
import type { Vault } from '#keys/vault/vault.ts'
import type { Account } from '../accounts/accounts.ts'
import { chainOf } from '../accounts/chain-of.ts'
import type { Asks, Question } from '../asks.ts'
import { confirmRoyaltyTerms } from './confirm-royalty.ts'

/** A royalty that a policy has on chain before a collection asks for one. */
type RoyaltyInPlace = {
  readonly found: PolicyRoyalty
  /** What the user has to know before the request is sent; empty where both say the same. */
  readonly differences: readonly string[]
}

type NewRoyaltyContext = {
  readonly gateways: Pick<Gateways, 'get'>
  readonly account: Account
  readonly asks: Asks
  /** Has to be open before anything is asked; left out where it is opened afterwards. */
  readonly vault?: Pick<Vault, 'status'>
  readonly signal?: AbortSignal
  /** Gets why it is unknown whether the policy has a royalty. */
  readonly onUnknown?: (error: ColdpressError) => void
}

/**
 * Asks for the royalty of a new collection, before anything is sent. One that its policy has on chain
 * counts, so the user accepts it where it is another one. One that is minted is confirmed now; or
 * later, where nobody can be asked, and on mainnet, where it is rehearsed first: only the Local studio
 * is known to wait for that.
 * @returns what the request says of it
 * @throws ColdpressError as `Asks.confirm`; `usage` where it can be confirmed neither now nor later
 */
export const confirmNewRoyalty = async (
  context: NewRoyaltyContext,
  collection: {
    readonly name: string
    readonly policyId: string | undefined
    readonly royalty: RoyaltyRequest | undefined
  },
): Promise<{ readonly royalty_confirmed?: false }> => {
  const { account, asks, vault } = context
  const { name, policyId, royalty } = collection
  if (royalty === undefined) return {}
  const inPlace = policyId === undefined ? undefined : await readInPlace(context, policyId, royalty)
  if (policyId !== undefined && inPlace !== undefined) {
    if (inPlace.differences.length === 0) return {}
    if (vault !== undefined) requireOpenVault({ vault })
    asks.canConfirm('keep_royalty')
    await asks.confirm(keepRoyaltyQuestion(name, policyId, inPlace))
    return {}
  }
  if (account.kind === 'local' && (account.chain === 'mainnet' || !canBeAsked(asks)))
    return { royalty_confirmed: false }
  asks.canConfirm('confirm_royalty')
  await confirmRoyaltyTerms(context, name, royaltyTerms(royalty))
  return {}
}

const canBeAsked = (asks: Asks): boolean => {
  try {
    asks.canConfirm('confirm_royalty')
    return true
  } catch (error) {
    if (!isColdpressError(error, 'usage')) throw error
    return false
  }
}

/** Where the chain cannot be read nothing is asked: the collection says that its royalty is not read yet. */
const readInPlace = async (
  { gateways, account, signal, onUnknown }: NewRoyaltyContext,
  policyId: string,
  royalty: RoyaltyRequest,
): Promise<RoyaltyInPlace | undefined> => {
  const network = chainOf(account, account.network)
  if (network === undefined) return undefined
  try {
    return await royaltyInPlace(await gateways.get(network), policyId, royalty, signal)
  } catch (error) {
    signal?.throwIfAborted()
    if (!isColdpressError(error) || error.code === 'cancelled' || error.code === 'vault_locked')
      throw error
    onUnknown?.(error)
    return undefined
  }
}

/**
 * Asks the chain whether a policy has a royalty already: only the first one counts (CIP-27), whatever
 * a new collection asks for.
 * @throws ColdpressError of the gateway, and then it is unknown
 */
const royaltyInPlace = async (
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
