import type { MintingClient } from '#core/api/client.ts'
import type { Core } from '#core/index.ts'

const refetchAfterMs = 60_000

/**
 * Names of the collections in events, by id. A service is queried for a new id, at most once a
 * minute. If it fails, the ids stay without a name.
 */
export const createCollectionNames = (
  core: { readonly accounts: Pick<Core['accounts'], 'client'>; readonly events: Choices },
  now: () => number = Date.now,
): (() => Promise<Readonly<Record<string, string>>>) => {
  const names = new Map<string, string>()
  const fetchedAt = new Map<string, number>()

  const fetchNames = async (accountId: string): Promise<void> => {
    if (now() - (fetchedAt.get(accountId) ?? Number.NEGATIVE_INFINITY) < refetchAfterMs) return
    fetchedAt.set(accountId, now())
    const client: Pick<MintingClient, 'collections'> = await core.accounts.client(accountId)
    for await (const { id, name } of client.collections({ size: 100 })) names.set(id, name)
  }

  return async () => {
    const unnamed = core.events
      .choices()
      .collections.filter(({ collectionId }) => !names.has(collectionId))
    const accounts = new Set(unnamed.map(({ accountId }) => accountId))
    await Promise.allSettled([...accounts].map(fetchNames))
    return Object.fromEntries(names)
  }
}

type Choices = Pick<Core['events'], 'choices'>
