import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { accountsSchema, createAccounts, type Accounts } from './accounts/accounts.ts'
import { createMintingClient, type MintingClient } from './api/client.ts'
import type { Network } from './cardano/network.ts'
import type { PolicyKeys } from './cardano/policy-keys.ts'
import { openContentStore, type ContentStore } from './content/store.ts'
import { Database } from './db/database.ts'
import { createImageProcess, type ImageProcess } from './images/process.ts'
import { createImports, type Imports } from './imports/imports.ts'
import { importsSchema } from './imports/journal/journal-schema.ts'
import { createPinPlaces, pinningSchema, type PinPlaces } from './pinning/places.ts'
import { createPolicies, type Policies } from './policies/policies.ts'
import { policiesSchema } from './policies/store.ts'
import type { Secret } from './secret/secret.ts'
import { openVault } from './vault/open-vault.ts'
import type { Vault } from './vault/vault.ts'

/** The studio as the core sees it: an address and a key, as of any other service. */
export type RunningStudio = {
  readonly baseUrl: string
  readonly appId: string
  readonly apiKey: Secret
  close(): Promise<void>
}

export type CoreOptions = {
  /** The data folder; made when missing, readable by its owner alone. */
  readonly home: string
  /** Whether `home` is the platform's default: its vault has the plain service name. */
  readonly isDefaultHome: boolean
  /** Starts the studio behind the account *Local studio*; called at its first use. */
  readonly startStudio: () => Promise<RunningStudio>
}

export type Core = {
  readonly home: string
  readonly vault: Vault
  readonly content: ContentStore
  readonly pinPlaces: PinPlaces
  readonly accounts: Accounts
  readonly policies: Policies
  readonly imports: Imports
  /** For a studio on this network; the policies that it makes are noted with the others. */
  readonly studioKeys: (network: Network) => PolicyKeys
  /** Starts the image process when first asked for. */
  readonly images: () => ImageProcess
  close(): Promise<void>
}

/** Opens what is in `home` and wires the engine together: the only place where that happens. */
export const createCore = async (options: CoreOptions): Promise<Core> => {
  const { home } = options
  await mkdir(home, { recursive: true, mode: 0o700 })
  await chmod(home, 0o700)
  const vault = await openVault({ home, isDefaultHome: options.isDefaultHome })
  const db = new Database(join(home, 'app.db'), [
    accountsSchema,
    policiesSchema,
    pinningSchema,
    importsSchema,
  ])
  const content = await openContentStore({ dir: join(home, 'content') })

  const studio = once(options.startStudio)
  const images = once(() => createImageProcess())
  const accounts = createAccounts({
    db,
    vault,
    localClient: async () => studioClient(await studio.get()),
  })
  const policies = createPolicies({ db, vault, network: 'devnet' })
  const pinPlaces = createPinPlaces({ db, content, vault })
  const imports = createImports({
    db,
    store: content,
    images: images.get,
    pinner: pinPlaces.pinner,
    clientFor: accounts.client,
  })

  return {
    home,
    vault,
    content,
    pinPlaces,
    accounts,
    policies,
    imports,
    studioKeys: (network) => ({
      storeKeys: async ({ script, keys, collectionName }) => {
        await vault.storeKeys(keys)
        await policies.record({ script, network, origin: 'studio', name: collectionName })
      },
      revealKeys: (keyHashes) => vault.revealKeys(keyHashes),
      witness: (bodyHash, keyHash) => vault.witness(bodyHash, keyHash),
    }),
    images: images.get,
    close: async () => {
      await images.made?.close()
      await (await studio.made)?.close()
      content.close()
      db.close()
      vault.close()
    },
  }
}

const studioClient = ({ baseUrl, appId, apiKey }: RunningStudio): MintingClient =>
  createMintingClient({ baseUrl, appId, apiKey })

/** Makes a thing at its first use, once. */
const once = <T>(make: () => T): { readonly get: () => T; readonly made: T | undefined } => {
  let made: { readonly value: T } | undefined
  return {
    get: () => (made ??= { value: make() }).value,
    get made() {
      return made?.value
    },
  }
}
