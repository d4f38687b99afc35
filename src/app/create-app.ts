import { chmod, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '#platform/disk/make-folder.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { type Adoptions, createAdoptions } from './adoptions/adoptions.ts'
import { type Accounts, createAccounts } from './accounts/accounts.ts'
import { createLocalStudios } from './accounts/local-studios.ts'
import { createServedStudios, type ServedStudios } from './accounts/served-studios.ts'
import { createMintingClient, type MintingClient } from './api/client.ts'
import type { Network } from '#cardano/network.ts'
import type { PolicyKeys } from '#keys/operations.ts'
import { policyIdOf, scriptFromCbor } from '#cardano/scripts.ts'
import { type ContentStore, openContentStore } from '#media/content/store.ts'
import { openDatabase } from '#platform/db/open-database.ts'
import { appDatabase } from './home/app-database.ts'
import { type AddressBook, createAddressBook } from './address-book/address-book.ts'
import { createEvents, type Events } from './events/events.ts'
import { createEventLog, type EventLog, type NewLogEntry } from './events/log.ts'
import {
  createImageProcess,
  type ImageProcess,
  type ImageProcessOptions,
} from '#media/images/process.ts'
import { createGateways } from '#chain/gateway/gateway-configs.ts'
import type { GatewayAddress } from '#chain/gateway/provider.ts'
import { type GatewaysOfStudios, restartStudios } from './gateways/restart-studios.ts'
import { parametersAtHand } from '#chain/gateway/parameters-at-hand.ts'
import { createOutsideChanges } from '#chain/gateway/outside-changes.ts'
import type { WhyDown } from '#platform/http/exchange.ts'
import { countImagesHere } from './mints/images-to-mint.ts'
import { openMintingAccount } from './mints/minting-account.ts'
import { isOnOwnDevnet } from './mints/own-devnet.ts'
import { readRehearsalState, requireUnpriced } from './mints/rehearsal/rehearsal-state.ts'
import { createImports, type Imports } from './imports/imports.ts'
import { readAnyFolder } from './imports/inputs/folder-process.ts'
import { readAnyTable } from './imports/table/read-any-table.ts'
import type { TableProcessOptions } from './imports/table/reading-process.ts'
import { createMintRehearsals, type MintRehearsals } from './practice/mint-rehearsals.ts'
import { createPractice, type Practice } from './practice/practice.ts'
import { requireOnline } from '#platform/offline/offline.ts'
import { createImageFetches, type ImageFetches } from '#media/pinning/image-fetches.ts'
import { once } from '#values/work/once.ts'
import { createPinTargets, type PinTargets } from '#media/pinning/pin-targets.ts'
import { createOwnKeys, type OwnKeys } from '#keys/vault/own-keys.ts'
import { createPolicies, type Policies, watchedOnChain } from './policies/policies.ts'
import { createPhrases, type Phrases } from './policies/phrases.ts'
import { createWallets, type Wallets } from './policies/wallets.ts'
import type { Statement } from '#keys/seal/seal.ts'
import { SealedFacts } from '#keys/seal/sealed-facts.ts'
import type { Secret } from '#platform/secret/secret.ts'
import type { WebhookSecrets } from '#platform/secret/webhook-secrets.ts'
import { type ConfirmedOrigins, createConfirmedOrigins } from './settings/confirmed-origins.ts'
import {
  createRecentFolders,
  createStudioPorts,
  createSettings,
  type RecentFolders,
  type StudioPorts,
  type SettingsStore,
} from './settings/settings.ts'
import { createSigner, type Signer } from './signing/signer.ts'
import { createSigningInbox, type SigningInbox } from './signing/signing-inbox.ts'
import type { OwnershipSource } from './signing/local-ownership.ts'
import { appSchemas } from './home/home-schemas.ts'
import { useHome } from './home/home-use.ts'
import { type StudioVaultNames, vaultNamesOf } from './home/vault-names.ts'
import { requireNotMoved } from '#platform/disk/moved.ts'
import { placeImport } from './home/place-import.ts'
import { openVault } from '#keys/vault/open-vault.ts'
import { requireSealing } from '#app/vault/require-open-vault.ts'
import type { VaultNames } from '#keys/vault-schemas.ts'
import type { Vault } from '#keys/vault/vault.ts'
import { createWebhookSecrets } from '#keys/vault/webhook-secrets.ts'

/** The studio as the app sees it: an address and a key, like any other service. */
export type RunningStudio = {
  readonly baseUrl: string
  readonly appId: string
  readonly apiKey: Secret
  /** Where another process has it and that process is down: why, and when it is tried again. */
  readonly whyDown?: WhyDown
  /** The devnet's gateway; starts the devnet if necessary. Undefined on other networks. */
  gateway(): Promise<GatewayAddress | undefined>
  close(): Promise<void>
}

export type { GatewayAddress } from '#chain/gateway/provider.ts'

export type AppOptions = {
  /** The data folder; made when missing, readable by its owner alone. */
  readonly home: string
  /** Whether `home` is the platform's default: its vault has the unprefixed service name. */
  readonly isDefaultHome: boolean
  /** Starts the studio behind the *Local studio* of a network; called at its first use. */
  readonly startStudio: (network: Network) => Promise<RunningStudio>
  /** Default: the vault of `home` in this process. The app closes the given one. */
  readonly openVault?: () => Promise<Vault>
  /** Opens a data folder that was moved to another computer too, for another export. */
  readonly evenMoved?: boolean
  /** Where the image process is, when a bundler or Electron has moved it. */
  readonly images?: ImageProcessOptions
  /** The same for the process that reads tables. */
  readonly tables?: TableProcessOptions
}

export type App = {
  readonly home: string
  readonly vault: Vault
  readonly content: ContentStore
  readonly pinTargets: PinTargets
  /** Images as an IPFS gateway gives them to anybody. */
  readonly imageFetches: ImageFetches
  /** Keeps the images of existing policies. */
  readonly adoptions: Adoptions
  readonly accounts: Accounts
  /** Studios of this data folder that other processes serve. */
  readonly servedStudios: ServedStudios
  /** Addresses that the user confirmed as own. */
  readonly addressBook: AddressBook
  readonly gateways: GatewaysOfStudios
  readonly policies: Policies
  /** Recovery phrases that policy keys are derived from. */
  readonly phrases: Phrases
  readonly ownKeys: OwnKeys
  /** The wallets that receive the payments of the studios' sales. */
  readonly wallets: Wallets
  readonly imports: Imports
  /** Which collections were made for practice. */
  readonly practice: Practice
  /** What was minted on the devnet before a mint on mainnet. */
  readonly mintRehearsals: MintRehearsals
  readonly signing: SigningInbox
  /** The keys that sign requests: those of the vault, and those of its wallets that a request names. */
  readonly signer: Signer
  /** Which keys and addresses belong to this computer's user. */
  readonly ownership: OwnershipSource
  /** Events of minting services. */
  readonly events: Events
  readonly log: EventLog
  readonly settings: SettingsStore
  /** The folders that were imported last. */
  readonly recentFolders: RecentFolders
  readonly studioPorts: StudioPorts
  /** Addresses that the user allowed Coldpress to send requests to. */
  readonly confirmedOrigins: ConfirmedOrigins
  /** For a studio on this network; its policies are added to the list. */
  readonly studioKeys: (network: Network) => PolicyKeys
  /** For a studio too. */
  readonly webhookSecrets: WebhookSecrets
  /** Starts the image process when first asked for. */
  readonly images: () => ImageProcess
  /** Every name that this data folder may have stored something under in the vault. */
  readonly vaultNames: (ofStudios: StudioVaultNames) => Promise<VaultNames>
  /** Ends the Local studios; the next use starts them again. */
  readonly endStudios: () => Promise<void>
  close(): Promise<void>
}

/**
 * Opens the data in `home` and connects the engine: the only place that does.
 * @throws ColdpressError `conflict` with the rule `moved` for a home that was moved away
 */
export const createApp = async (options: AppOptions): Promise<App> => {
  const { home } = options
  makeFolder(home)
  if (((await stat(home)).mode & 0o077) !== 0) await chmod(home, 0o700)
  await placeImport(home)
  if (options.evenMoved !== true) requireNotMoved(home)
  const endUse = useHome(home)
  try {
    const app = await openApp(options)
    const close = async (): Promise<void> => {
      try {
        await app.close()
      } finally {
        endUse()
      }
    }
    return { ...app, close }
  } catch (error) {
    endUse()
    throw error
  }
}

const openApp = async (options: AppOptions): Promise<App> => {
  const { home } = options
  const requireHere = (): void => requireNotMoved(home)
  const vault = await (options.openVault?.() ??
    openVault({ home, isDefaultHome: options.isDefaultHome }))
  const db = openDatabase(appDatabase(home), appSchemas)
  const sealed = new SealedFacts(db, vault)
  const content = await openContentStore({ dir: join(home, 'content') })

  const studios = createLocalStudios(async (network) => {
    requireOnline()
    requireHere()
    return options.startStudio(network)
  })
  const images = once(() => createImageProcess(options.images))
  const log = createEventLog({ db })
  const gateways = createGateways({
    db,
    vault,
    watched: (network) => watchedOnChain(db, network),
    notify: (notice) => void log.append({ ...notice, kind: 'connection' }),
    devnet: async () => devnetOf(await studios.get('devnet')),
  })
  const outside = createOutsideChanges(gateways.list)
  const accounts = createAccounts({
    db,
    vault,
    localClient: async (network) => {
      gateways.requireConfig(network)
      return studioClient(await studios.get(network))
    },
    localNetworks: gateways.ready,
  })
  const events = createEvents({ db, vault, accounts })
  const ownKeys = createOwnKeys({ vault, sealed })
  const phrases = createPhrases({ db, vault, ownKeys })
  const wallets = createWallets({ db, vault, sealed })
  const practice = createPractice(db)
  const policies = createPolicies({ db, vault, ownKeys, phrases, network: 'devnet' })
  const addressBook = createAddressBook(sealed)
  const ownership: OwnershipSource = {
    keyState: ownKeys.stateOf,
    isWalletAddress: wallets.isOwnAddress,
    learn: wallets.learn,
    addressBook: async (network) => (await addressBook.confirmedAddresses(network)).labels,
    policyNames: policies.names,
  }
  const signer = createSigner({ vault, walletIndexOf: wallets.indexOf, requireHere })
  const signing = createSigningInbox({ db, home, vault: signer, gateways, ownership })
  const pinTargets = createPinTargets({ db, content, vault })
  const mintRehearsals = createMintRehearsals(db)
  const imports = createImports({
    db,
    store: content,
    images: images.get,
    readTable: (bytes, form, signal) => readAnyTable(bytes, form, signal, options.tables),
    readFolder: readAnyFolder(options.tables),
    pinSet: (name, accountId) => {
      const { name: service, baseUrl: url, kind } = accounts.get(accountId)
      return pinTargets.openFor(name, { name: service, url, isHosted: kind === 'hosted' })
    },
    hostedName: (accountId) => {
      const { kind, name } = accounts.get(accountId)
      return kind === 'hosted' ? name : undefined
    },
    parametersOf: (accountId, signal) =>
      parametersAtHand(gateways, accounts.get(accountId).chain, signal),
    mayStayLocal: ({ accountId, collectionId }) =>
      isOnOwnDevnet(accounts, accounts.get(accountId), collectionId),
    isPublicTarget: pinTargets.isPublic,
    countImagesHere: async ({ accountId, collectionId }, tokens, signal) => {
      const minting = await openMintingAccount({ accounts, pinTargets }, accountId)
      return countImagesHere(minting, { collectionId, tokens: [...tokens] }, signal)
    },
    requireSealing: (accountId) => requireSealing({ accounts, vault }, accountId),
    requireUnpriced: async ({ accountId, collectionId }, priced, signal) => {
      const minting = await openMintingAccount({ accounts, mintRehearsals }, accountId)
      const state = await readRehearsalState(minting, { collectionId, tokens: [] }, signal)
      requireUnpriced(state, priced)
    },
    clientFor: async (accountId) => {
      requireHere()
      return accounts.client(accountId)
    },
  })

  return {
    home,
    vault,
    content,
    pinTargets,
    imageFetches: createImageFetches({ db, content }),
    adoptions: createAdoptions({ db, content }),
    accounts: {
      ...accounts,
      remove: async (nameOrId) => {
        const removed = await accounts.remove(nameOrId)
        // its signing secret goes with it; its events stay
        await events.inboxSecrets.remove(removed.id)
        events.inboxConfigs.remove(removed.id)
        return removed
      },
    },
    servedStudios: createServedStudios(db),
    addressBook,
    gateways: restartStudios(gateways, outside, studios.end),
    policies,
    phrases,
    ownKeys,
    wallets: {
      ...wallets,
      // a running studio keeps the wallet that it started with
      watch: async (wallet) => {
        const watched = await wallets.watch(wallet)
        await studios.end(wallet.network)
        return watched
      },
    },
    imports,
    practice,
    mintRehearsals,
    signing,
    signer,
    ownership,
    events,
    log,
    settings: createSettings({ db }),
    recentFolders: createRecentFolders({ db }),
    studioPorts: createStudioPorts({ db }),
    confirmedOrigins: createConfirmedOrigins({ db }),
    studioKeys: (network) => ({
      storeKeys: async ({ scriptCbor, keys, madeHere, collectionName }) => {
        requireHere()
        const script = scriptCbor === undefined ? undefined : scriptFromCbor(scriptCbor)
        await vault.storeKeys(keys)
        // Keys that came with a request do not count as the user's before a confirmation.
        if (madeHere) await ownKeys.add(keys.map(({ keyHash }) => keyHash))
        if (script === undefined) return
        if (!madeHere) practice.keepPolicy(policyIdOf(script))
        const origin = madeHere ? 'studio' : 'imported'
        await policies.record({ script, network, origin, name: collectionName })
      },
      revealKeys: vault.revealKeys,
      createWallet: async () => {
        requireHere()
        const wallet = await wallets.create(network)
        if (network !== 'devnet') log.append(walletMade(wallet.id, network))
        return wallet
      },
      watchedWallet: () => wallets.watched(network),
      keptWallet: (id) => wallets.kept(id, network),
      witness: async (ordered) => {
        requireHere()
        if (ordered.walletIndex !== undefined) wallets.requireWallet(ordered.walletIndex.wallet)
        return vault.witnessOrdered(ordered)
      },
      availability: async ({ keyHashes, wallet }) => {
        requireHere()
        const missing: string[] = []
        for (const keyHash of keyHashes) if (!(await vault.hasKey(keyHash))) missing.push(keyHash)
        if (wallet !== undefined && !(await vault.hasPhrase(wallet))) missing.push(wallet)
        return { isOpen: vault.status().state === 'unlocked', missing }
      },
      seal: async (statements) => {
        requireStudioSource(statements, network)
        return vault.seal(statements)
      },
      sealKey: vault.sealKey,
      creatorKey: vault.creatorKey,
    }),
    webhookSecrets: createWebhookSecrets(vault),
    images: images.get,
    vaultNames: (ofStudios) =>
      vaultNamesOf(
        { accounts, policies, ownKeys, phrases, wallets, gateways, pinTargets },
        ofStudios,
      ),
    endStudios: () => studios.close(),
    close: async () => {
      await signing.close()
      await images.made?.close()
      await studios.close()
      content.close()
      gateways.usage.flush()
      db.close()
      vault.close()
    },
  }
}

/** A studio may seal facts of its own network, and nothing of the address book. */
const requireStudioSource = (statements: readonly Statement[], network: Network): void => {
  if (
    statements.every((statement) => statement.network === network && statement.kind !== 'address')
  )
    return
  throw new ColdpressError('invalid', `seal: these are not facts of the studio on ${network}`)
}

/** The first sale creates it, possibly with no user present, so the log has an entry. */
const walletMade = (wallet: string, network: Network): NewLogEntry => ({
  level: 'warning',
  kind: 'vault',
  message: `A wallet was made for the sales on ${network}. What buyers pay is lost with this machine until the wallet is backed up.`,
  details: { wallet, network },
})

const studioClient = ({ baseUrl, appId, apiKey, whyDown }: RunningStudio): MintingClient =>
  createMintingClient({ baseUrl, appId, apiKey, whyDown, isOwnStudio: true })

const devnetOf = async (studio: RunningStudio): Promise<GatewayAddress> => {
  const gateway = await studio.gateway()
  if (gateway !== undefined) return gateway
  throw new ColdpressError('not_found', 'The Local studio runs without a devnet.')
}
