import type { Collection } from '#shared/wire/collection.ts'
import type { Token } from '#shared/wire/token.ts'
import type { Session } from '#cli/session.ts'

/** A collection with all of its tokens, in the order in which they were added. */
export const collectionWithTokens = (
  session: Session,
  id: string,
): Promise<{ readonly found: Collection; readonly tokens: readonly Token[] }> =>
  session.withVault(async (core) => {
    const { signal } = session
    const client = await core.accounts.client(session.account)
    return {
      found: await client.getCollection(id, { signal }),
      tokens: await Array.fromAsync(client.tokens(id, { order: 'asc', size: 100, signal })),
    }
  })
