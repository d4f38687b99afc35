import type { Collection } from '#contract/collections/collection.ts'
import type { Mint } from '#contract/mints/mint.ts'
import type { MintingClient } from '#app/api/client.ts'
import type { ConfirmingContext } from '../confirm/confirmations.ts'
import type { PickedFiles } from '../picked-files.ts'
import type { WindowHandlersOf, ServicesDeps } from '../services-deps.ts'
import { mintKeysHere } from '#app/mints/mint-keys-here.ts'
import { describeMint, type MintedIn } from '#app/mints/show-mint.ts'
import { openMint } from '#app/mints/open-mint.ts'
import { type MintWatch } from './mint-watch.ts'

export type MintingDeps = ConfirmingContext &
  Pick<ServicesDeps, 'emit' | 'dialogs'> & {
    readonly picked: PickedFiles
    readonly now?: () => Date
  }

export type Minting = WindowHandlersOf<'minting'>
export type MintedCollectionRef = { readonly accountId: string; readonly collectionId: string }
export type ShownMintRef = MintedCollectionRef & { readonly mintId: string }

type LoadedMint = {
  readonly client: MintingClient
  readonly collection: Collection
  readonly mint: Mint
}

/** Loads a mint with its collection, and formats the answer that all handlers share. */
export type MintContext = ReturnType<typeof createMintingContext>

export const createMintingContext = (deps: MintingDeps, { watch }: MintWatch) => {
  const { app, now = () => new Date() } = deps
  return {
    at: async ({ accountId, collectionId, mintId }: ShownMintRef): Promise<LoadedMint> => {
      const client = await app.accounts.client(accountId)
      const [collection, mint] = await Promise.all([
        client.getCollection(collectionId),
        client.getMint(collectionId, mintId),
      ])
      return { client, collection, mint }
    },
    /** The effects of its transactions, from their bytes, their parents and this vault. */
    opened: ({ client, mint }: Pick<LoadedMint, 'client' | 'mint'>) =>
      openMint(mint, { client, ownership: app.ownership, home: app.home, now: now() }),
    /** Formats a changed mint and watches it from then on. */
    answer: (accountId: string, mint: Mint, collection: MintedIn) => {
      if (!isOver(mint)) watch(accountId, mint, collection.name)
      return describeMint(app, mintKeysHere(app, accountId, mint), mint, collection)
    },
    now,
  }
}

const isOver = ({ status }: Mint): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled'
