import { requireOpenVault } from '#app/vault/require-open-vault.ts'
import { countText } from '#values/text/format.ts'
import { quoted } from '#values/text/text.ts'
import type { Collection } from '#contract/collections/collection.ts'
import type { Vault } from '#keys/vault/vault.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Question } from '../asks.ts'
import type { Policies } from '../policies/policies.ts'
import type { Practice } from '../practice/practice.ts'

type AppParts = {
  readonly accounts: Pick<Accounts, 'client' | 'get'>
  readonly practice: Pick<Practice, 'has'>
  readonly policies: Pick<Policies, 'removePractice'>
  readonly vault: Pick<Vault, 'status'>
}

type CollectionRef = { readonly accountId: string; readonly collectionId: string }

export type DeletedCollection = {
  readonly name: string
  readonly policyId: string
  readonly isPractice: boolean
  /** Whether it can be restored. */
  readonly isInBin: boolean
  /** Whether the policy went too: it was made for practice and served nothing else. */
  readonly withPolicy: boolean
}

/**
 * Deletes a collection at its service. One that was made for practice goes with its minted tokens, its
 * test ADA, its policy and its key; the vault must be open for that.
 * @throws ColdpressError as the client, `conflict` for minted tokens, `vault_locked`
 */
export const deleteCollection = async (
  app: AppParts,
  { accountId, collectionId }: CollectionRef,
): Promise<DeletedCollection> => {
  const client = await app.accounts.client(accountId)
  const { name, policy } = await client.getCollection(collectionId)
  const isPractice = app.practice.has({ accountId, collectionId })
  if (isPractice) requireOpenVault(app)
  await (isPractice ? client.deleteWithMinted(collectionId) : client.deleteCollection(collectionId))
  const withPolicy = isPractice && (await app.policies.removePractice(policy.policy_id))
  const isInBin = !isPractice && app.accounts.get(accountId).kind === 'local'
  return { name, policyId: policy.policy_id, isPractice, isInBin, withPolicy }
}

/** What is asked before a collection is deleted. */
export const deletionQuestion = (
  { id, name, token_count: tokens, policy }: Collection,
  isPractice: boolean,
): Question => ({
  kind: 'delete',
  question: `Delete the collection ${quoted(name)}?`,
  lines: [
    `Id: ${id}`,
    `Tokens that are deleted with it: ${countText(tokens, 'token')}`,
    isPractice
      ? 'It was made for practice: its minted tokens, its test ADA, its policy and its key go too.'
      : `The policy ${policy.policy_id} and its keys stay.`,
  ],
  yes: 'Delete the collection',
})
