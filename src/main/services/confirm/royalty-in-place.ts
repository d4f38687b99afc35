import type { CollectionForm } from '#contract/collections/calls.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import type { RoyaltyRequest } from '#contract/collections/collection.ts'
import type { Account } from '#app/accounts/accounts.ts'
import { chainOf } from '#app/accounts/chain-of.ts'
import {
  keepRoyaltyQuestion,
  type RoyaltyInPlace,
  royaltyInPlace,
} from '#app/mints/royalty-in-place.ts'
import { requireOpenVault } from '#keys/vault/require-open-vault.ts'
import type { ConfirmingContext } from './confirmations.ts'

/**
 * Lets the user accept that a policy of the vault has another royalty on chain than the new collection
 * asks for, before anything is sent. Where the chain cannot be read nothing is asked: the collection
 * says that its royalty is not read yet.
 * @returns whether the policy has a royalty on chain
 * @throws ColdpressError as `Confirmations.ask`, `vault_locked`
 */
export const confirmRoyaltyInPlace = async (
  context: ConfirmingContext,
  account: Account,
  { name, policy, royalty }: CollectionForm,
): Promise<boolean> => {
  if (policy.kind === 'generate' || royalty === undefined) return false
  const inPlace = await readInPlace(context, account, policy.policyId, royalty)
  if (inPlace === undefined) return false
  if (inPlace.differences.length === 0) return true
  // Asked once: the keys of the policy need the vault afterwards.
  requireOpenVault(context.app)
  await context.confirmations.ask(keepRoyaltyQuestion(name, policy.policyId, inPlace))
  return true
}

const readInPlace = async (
  { app }: ConfirmingContext,
  account: Account,
  policyId: string,
  royalty: RoyaltyRequest,
): Promise<RoyaltyInPlace | undefined> => {
  const network = chainOf(account, account.network)
  if (network === undefined) return undefined
  try {
    const gateway = await app.gateways.get(network)
    return await royaltyInPlace(gateway, policyId, royalty)
  } catch (error) {
    if (!isColdpressError(error) || error.code === 'vault_locked') throw error
    return undefined
  }
}
