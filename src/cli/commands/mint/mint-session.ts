import { ColdpressError, isColdpressError } from '#shared/errors.ts'
import type { Mint } from '#shared/wire/mint.ts'
import type { MintingClient } from '#core/api/client.ts'
import type { Core } from '#core/index.ts'
import type { Session } from '#cli/session.ts'
import { hint } from '#cli/terminal/hint.ts'

/** What every command of `mint` works with. */
export type MintSession = {
  readonly session: Session
  readonly core: Core
  readonly client: MintingClient
  /** Whether the studio is this process's own: it then lives as long as the command. */
  readonly isLocal: boolean
}

/** @param session.signs whether to unlock the vault first, if there is a passphrase file or a terminal */
export const openMintSession = async (
  session: Session,
  { signs }: { readonly signs: boolean },
): Promise<MintSession> => {
  const core = await session.core()
  const isLocal = core.accounts.get(session.account).kind === 'local'
  if (signs && isLocal && session.hasPassphrase) await session.openVault()
  const client = await session.withVault(() => core.accounts.client(session.account))
  return { session, core, client, isLocal }
}

/** A mint by its id alone: ids are unique, and few people have many collections. */
export const findMint = async (
  { client, session: { signal } }: MintSession,
  id: string,
  collectionId: string | undefined,
): Promise<Mint> => {
  if (collectionId !== undefined) return client.getMint(collectionId, id, { signal })
  for await (const collection of client.collections({ signal })) {
    try {
      return await client.getMint(collection.id, id, { signal })
    } catch (error) {
      if (!isColdpressError(error, 'not_found')) throw error
    }
  }
  throw new ColdpressError('not_found', `No mint ${id}. To list your mints: ${hint('mint status')}`)
}
