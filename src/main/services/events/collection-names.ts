import type { MintingClient } from '../../../core/api/client.ts'
import type { Core } from '../../../core/index.ts'

const askAgainMs = 60_000

/**
 * Names of the collections that events name, by id: their services are asked when an id is new, and
 * not again for a minute. Who does not answer leaves the ids without a name.
 */
export const createCollectionNames = (
  core: { readonly accounts: Pick<Core['accounts'], 'client'>; readonly events: Choices },
  now: () => number = Date.now,
): (() => Promise<Readonly<Record<string, string>>>) => {
  const names = new Map<string, string>()
  const askedAt = new Map<string, number>()

  const ask = async (accountId: string): Promise<void> => {
    if (now() - (askedAt.get(accountId) ?? Number.NEGATIVE_INFINITY) < askAgainMs) return
    askedAt.set(accountId, now())
    const client: Pick<MintingClient, 'collections'> = await core.accounts.client(accountId)
    for await (const { id, name } of client.collections({ size: 100 })) names.set(id, name)
  }

  return async () => {
    const unnamed = core.events
      .choices()
      .collections.filter(({ collectionId }) => !names.has(collectionId))
    const accounts = new Set(unnamed.map(({ accountId }) => accountId))
    await Promise.allSettled([...accounts].map(ask))
    return Object.fromEntries(names)
  }
}

type Choices = Pick<Core['events'], 'choices'>
