import type { Collection } from '#contract/collections/collection.ts'
import type { Token } from '#contract/tokens/token.ts'
import type { Accounts } from './accounts.ts'

/** A collection with all of its tokens, in the order in which they were added. */
export const fetchWithTokens = async (
  accounts: Pick<Accounts, 'client'>,
  { accountId, collectionId }: { readonly accountId: string; readonly collectionId: string },
  signal?: AbortSignal,
): Promise<{ readonly found: Collection; readonly tokens: readonly Token[] }> => {
  const client = await accounts.client(accountId)
  return {
    found: await client.getCollection(collectionId, { signal }),
    tokens: await Array.fromAsync(client.tokens(collectionId, { order: 'asc', size: 100, signal })),
  }
}
