import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import type { Mint } from '#contract/mints/mint.ts'
import { type MintingAccount, openMintingAccount } from '#app/mints/minting-account.ts'
import type { MintingClient } from '#app/api/client.ts'
import type { App } from '#app/create-app.ts'
import { CollectionOption } from '#cli/options/collection-option.ts'
import type { Session } from '#cli/session.ts'
import { hint } from '#cli/terminal/hint.ts'

/** What every command of `mint` works with. */
export type MintSession = MintingAccount<App> & {
  readonly session: Session
  /** Whether the studio is this process's own: it then lives as long as the command. Another process may serve it. */
  readonly isLocal: boolean
}

/** @param session.signs whether to unlock the vault first, if there is a passphrase file or a terminal */
export const openMintSession = async (
  session: Session,
  { signs }: { readonly signs: boolean },
): Promise<MintSession> => {
  const app = await session.app()
  // one that another process serves signs by itself
  if (signs && session.hasPassphrase && (await session.ownsStudio())) await session.openVault()
  const minting = await session.withVault(() => openMintingAccount(app, session.account))
  const isLocal = await session.ownsStudio()
  return { ...minting, client: askingClient(session, minting.client), session, isLocal }
}

/**
 * Calls that may need the vault ask for its passphrase, and are made again. They are not given up on:
 * what an interrupted one had built would be found by nobody.
 */
const askingClient = (session: Session, client: MintingClient): MintingClient => {
  const asking =
    <Input extends readonly unknown[], Output>(call: (...input: Input) => Promise<Output>) =>
    (...input: Input): Promise<Output> =>
      session.withVault(() => call(...input))
  return {
    ...client,
    createMint: asking(client.createMint),
    createBurn: asking(client.createBurn),
    rebuildMint: asking(client.rebuildMint),
    withdraw: asking(client.withdraw),
    confirmRoyalty: asking(client.confirmRoyalty),
    resolveSale: asking(client.resolveSale),
    createSaleRound: asking(client.createSaleRound),
  }
}

/** Where to look for something by its id alone. */
export const collectionOption = (what: string): CollectionOption =>
  new CollectionOption(`the collection of the ${what} (default: looks in all)`)

/** The collection that is named, else all of the account, oldest first. */
export const collectionIds = async (
  { client, session: { signal } }: MintSession,
  collectionId: string | undefined,
): Promise<readonly string[]> =>
  collectionId === undefined
    ? (await Array.fromAsync(client.collections({ order: 'asc', signal }))).map(({ id }) => id)
    : [collectionId]

/**
 * What a collection has under an id, by that id alone: ids are unique, and few people have many
 * collections. Undefined where none has it.
 */
export const findInCollections = async <T>(
  { client, session: { signal } }: MintSession,
  collectionId: string | undefined,
  get: (collectionId: string) => Promise<T>,
): Promise<T | undefined> => {
  if (collectionId !== undefined) return get(collectionId)
  for await (const { id } of client.collections({ signal })) {
    try {
      return await get(id)
    } catch (error) {
      if (!isColdpressError(error, 'not_found')) throw error
    }
  }
  return undefined
}

export const findMintById = async (
  mintSession: MintSession,
  id: string,
  collectionId: string | undefined,
): Promise<Mint> => {
  const { client, session } = mintSession
  const found = await findInCollections(mintSession, collectionId, (of) =>
    client.getMint(of, id, { signal: session.signal }),
  )
  if (found !== undefined) return found
  throw new ColdpressError('not_found', `No mint ${id}. To list your mints: ${hint('mint status')}`)
}
