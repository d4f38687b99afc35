import { gatewayErrors } from '#contract/gateways/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { z } from 'zod'
import { longText } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { describeIssues } from '#values/errors/issues.ts'
import {
  checkSecretGiven,
  parseSettings,
  type ProviderView,
  providerViewOf,
  providerOf,
  type ProviderSettings,
} from '#contract/providers/providers.ts'
import { type Network, networkMagic } from '#cardano/network.ts'
import type { Database } from '#platform/db/database.ts'
import { requireOnline } from '#platform/offline/offline.ts'
import type { Secret } from '#platform/secret/secret.ts'
import type { Vault } from '#keys/vault/vault.ts'
import { devnetTransactionPage, publicTransactionPage } from './explorer.ts'
import type { Block, Gateway } from './gateway.ts'
import {
  type CallBudget,
  createGatewayUsage,
  type GatewayUsage,
  type ReportedUsage,
  type SharedUsage,
} from './gateway-usage.ts'
import type { ReachDevnet, WatchedOnChain } from './provider.ts'
import { createProvided, type GatewayAccess } from './open-gateway.ts'
import { gatewayProviders } from './providers.ts'
import { proveNetwork, provenBeforeUse } from './prove-network.ts'
import {
  publicNetworks,
  type GatewayConfig,
  type StoredConfig,
  configOfSettings,
  configsOf,
  defaultConfig,
} from './stored-gateways.ts'

export const gatewaySecretName = (network: Network): string => `gateway-${network}`

export type NewGatewayConfig = {
  readonly network: Network
  /** One of {@link Gateways.providers}. */
  readonly kind: string
  /** Default: the provider's, such as the host of its address. */
  readonly name?: string
  readonly settings: ProviderSettings
  /** Copied into the vault; the caller wipes it. */
  readonly secret?: Secret
  /** What its service has counted today, such as a check says; the count of the budget starts there. */
  readonly callsToday?: number | undefined
}

/** A gateway that answered, before it is stored. */
export type GatewayCheck = GatewayTest & {
  /** Undefined where its service does not say. */
  readonly callsToday: number | undefined
}

export type GatewayTest = {
  readonly network: Network
  readonly name: string
  readonly tip: Block
  /** How old the tip is by this machine's clock. */
  readonly tipAgeSeconds: number
  readonly milliseconds: number
}

export type Gateways = {
  /** One for each network. */
  readonly list: () => readonly GatewayConfig[]
  /** The networks that have a gateway: the devnet, and those that it was set up for. */
  readonly ready: () => readonly Network[]
  /** @throws ColdpressError `not_found` when the network has none, with what to do */
  readonly requireConfig: (network: Network) => void
  /** The kinds that can be set up. */
  readonly providers: () => readonly ProviderView[]
  /**
   * Prepares the gateway's servers for what is watched, stores the secret in the vault, then the
   * gateway in the list, in place of the one before.
   * Without a secret the gateway has none: a secret never follows a network to another address.
   * @throws ColdpressError `invalid`, what the vault throws, and as every call where it is prepared
   */
  readonly set: (config: NewGatewayConfig) => Promise<GatewayConfig>
  /**
   * Asks a gateway that is not stored for its network, its tip and the calls that it has counted
   * today. The network is that of its secret or of its genesis, whichever was wanted.
   * @throws ColdpressError as `set` and `test`
   */
  readonly check: (config: NewGatewayConfig) => Promise<GatewayCheck>
  /** @throws ColdpressError `not_found` when none is set up */
  readonly setBudget: (network: Network, callsPerDay: number | null) => GatewayConfig
  /** The calls of today against the budget; undefined where there is none. */
  readonly budget: (network: Network) => CallBudget | undefined
  /** Counts what another process has asked the network's gateway. @returns what it is to respect */
  readonly report: (network: Network, used: ReportedUsage) => SharedUsage
  /** The calls of each network's gateway, by all processes of this home. */
  readonly usage: GatewayUsage
  /** Back to the default. @throws ColdpressError `not_found`, and what the vault throws */
  readonly remove: (network: Network) => Promise<GatewayConfig>
  /**
   * For the devnet starts the studio if it does not run yet.
   * @throws ColdpressError `not_found` when none is set up, `key_missing`, `unreachable` when
   * Coldpress was started offline, and what the vault throws
   */
  readonly get: (network: Network) => Promise<Gateway>
  /**
   * What another process needs to reach the gateway of a public network. The caller wipes the secret.
   * @throws ColdpressError as `get`
   */
  readonly accessTo: (network: Network) => Promise<GatewayAccess>
  /**
   * Asks for the tip, and whether it is that network.
   * @throws ColdpressError as every call, and `conflict` when the gateway serves another network
   */
  readonly test: (network: Network) => Promise<GatewayTest>
  /**
   * Where a person looks at a transaction in a browser: a public explorer, or the devnet's own page.
   * @throws ColdpressError what starting the studio throws, for the devnet
   */
  readonly explorerUrl: (network: Network, txId: string) => Promise<string>
}

export type GatewaysDeps = {
  readonly db: Database
  readonly vault: Pick<Vault, 'setApiKey' | 'getApiKey' | 'removeApiKey'>
  readonly devnet: ReachDevnet
  /** What a network's gateway must find on chain. */
  readonly watched: (network: Network) => readonly WatchedOnChain[]
  readonly now?: () => Date
}

export const createGateways = (given: GatewaysDeps): Gateways => {
  const usage = createGatewayUsage(given.db, given.now ?? (() => new Date()))
  const deps = { ...given, usage }
  const list = () => configsOf(deps.db)
  const get = async (network: Network) => {
    const config = configOf(list(), network)
    const gateway = await gatewayAt(deps, config)
    return network === 'devnet' ? gateway : provenBeforeUse(gateway, config.name)
  }
  return {
    list,
    ready: () =>
      list()
        .filter(isReady)
        .map(({ network }) => network),
    requireConfig: (network) => requireReady(configOf(list(), network)),
    providers: () => settableGatewayProviders().map(providerViewOf),
    get,
    accessTo: async (network) => ({
      ...(await accessOf(deps, configOf(list(), network))),
      bannedUntil: usage.bannedUntil(network)?.toISOString(),
    }),
    set: (config) => set(deps, config),
    check: (config) => check(deps, config),
    setBudget: (network, callsPerDay) => {
      requireReady(configOf(list(), network))
      const change = { calls_per_day: callsPerDay ?? 0 }
      deps.db.update('gateways', change, { network })
      return configOf(list(), network)
    },
    budget: (network) => budgetOf(list(), usage, network),
    report: (network, { bannedUntil, ...used }) => {
      usage.add(network, used)
      if (bannedUntil !== undefined) usage.noteBanned(network, new Date(bannedUntil))
      return {
        budget: budgetOf(list(), usage, network),
        bannedUntil: usage.bannedUntil(network)?.toISOString(),
      }
    },
    usage,
    remove: async (network) => {
      const config = configOf(list(), network)
      if (config.isDefault) {
        throw new ColdpressError('not_found', `No gateway is set up for ${network}.`)
      }
      // Remove the secret first: while the row exists, a failed removal can be retried.
      await deps.vault.removeApiKey(gatewaySecretName(network))
      deps.db.run('DELETE FROM gateways WHERE network = :network', { network })
      return config
    },
    test: async (network) => {
      const config = configOf(list(), network)
      return test(config, await gatewayAt(deps, config), deps.now?.() ?? new Date())
    },
    explorerUrl: async (network, txId) =>
      network === 'devnet'
        ? devnetTransactionPage((await deps.devnet()).baseUrl, txId)
        : publicTransactionPage(network, txId),
  }
}

export const settableGatewayProviders = () =>
  gatewayProviders.filter(({ isBuiltIn }) => isBuiltIn !== true)

const configOf = (configs: readonly GatewayConfig[], network: Network): GatewayConfig =>
  configs.find((config) => config.network === network) ?? defaultConfig(network)

const isBuiltIn = ({ kind }: GatewayConfig): boolean =>
  gatewayProviders.some((provider) => provider.kind === kind && provider.isBuiltIn === true)

const isReady = (config: GatewayConfig): boolean => !config.isDefault || isBuiltIn(config)

const requireReady = (config: GatewayConfig): void => {
  if (isReady(config)) return
  const { network, kind } = config
  const { advice } = providerOf(gatewayProviders, kind)
  throw errorBy(
    gatewayErrors,
    'no_gateway',
    { network },
    [`No gateway is set up for ${network}.`, advice].filter((line) => line !== undefined).join(' '),
  )
}

/** @throws ColdpressError `not_found` when none is set up, and what the vault throws */
const accessOf = async (
  { vault }: Pick<GatewaysDeps, 'vault'>,
  config: GatewayConfig,
): Promise<GatewayAccess> => {
  requireOnline()
  requireReady(config)
  const { network, kind, name, settings } = config
  const secret = isBuiltIn(config) ? undefined : await vault.getApiKey(gatewaySecretName(network))
  return { network, kind, name, settings, secret }
}

type Deps = GatewaysDeps & { readonly usage: GatewayUsage }

const gatewayAt = async (deps: Deps, config: GatewayConfig): Promise<Gateway> =>
  createProvided(await accessOf(deps, config), besideOf(deps, config.network))

const besideOf = ({ db, devnet, usage }: Deps, network: Network) => ({
  devnet,
  meter: { ...usage.meter(network), budget: () => budgetOf(configsOf(db), usage, network) },
})

/** Undefined where the gateway answers any number of calls. */
const budgetOf = (
  configs: readonly GatewayConfig[],
  usage: GatewayUsage,
  network: Network,
): CallBudget | undefined => {
  const { callsPerDay } = configOf(configs, network)
  return callsPerDay === null ? undefined : { callsPerDay, calls: usage.today(network).calls }
}

const newConfig = z.object({
  network: z.enum(publicNetworks, {
    error: 'the devnet has its own gateway; choose mainnet, preprod or preview',
  }),
  name: longText.trim().min(1, 'empty').max(64, 'above 64 characters').optional(),
})

const invalid = (reason: string): ColdpressError =>
  new ColdpressError('invalid', `gateway: ${reason}`)

/** @throws ColdpressError `invalid` */
const checked = (wanted: NewGatewayConfig): StoredConfig => {
  const read = newConfig.safeParse(wanted)
  if (!read.success) throw invalid(describeIssues(read.error))
  const { network, name } = read.data
  const { kind, secret } = wanted
  try {
    const able = settableGatewayProviders().filter((provider) =>
      provider.networks.includes(network),
    )
    const provider = providerOf(able, kind)
    const settings = parseSettings(provider.settings(network), wanted.settings)
    checkSecretGiven(provider, secret !== undefined)
    provider.check?.({ network, settings, secret })
    return {
      network,
      kind,
      name: name ?? provider.nameOf({ network, settings }),
      settings,
      createdAt: '',
    }
  } catch (error) {
    if (!(error instanceof ColdpressError)) throw error
    throw new ColdpressError('invalid', `gateway: ${error.message}`, { details: error.details })
  }
}

const set = async (deps: Deps, wanted: NewGatewayConfig): Promise<GatewayConfig> => {
  const createdAt = (deps.now?.() ?? new Date()).toISOString()
  const config = { ...checked(wanted), createdAt }
  const { network, kind, name, settings } = config
  const { prepare } = providerOf(gatewayProviders, kind)
  const watched = deps.watched(network)
  if (watched.length > 0) await prepare?.({ network, settings, secret: wanted.secret }, watched)
  if (wanted.secret === undefined) await deps.vault.removeApiKey(gatewaySecretName(network))
  else await deps.vault.setApiKey({ accountId: gatewaySecretName(network), apiKey: wanted.secret })
  const row = { network, kind, name, settings, created_at: createdAt, calls_per_day: null }
  deps.db.upsert('gateways', row, 'network')
  deps.usage.restart(network, wanted.callsToday ?? 0)
  return configOfSettings(config)
}

const check = async (deps: Deps, wanted: NewGatewayConfig): Promise<GatewayCheck> => {
  requireOnline()
  const { kind, secret } = wanted
  const ofSecret = secret && providerOf(gatewayProviders, kind).networkOf?.(secret)
  const first = checked({ ...wanted, network: ofSecret ?? wanted.network })
  const open = (config: StoredConfig): Promise<Gateway> =>
    createProvided({ ...config, secret }, besideOf(deps, config.network))
  const magic = await (await open(first)).networkMagic()
  const found = publicNetworks.find((network) => networkMagic[network] === magic)
  const isOther = ofSecret === undefined && found !== undefined && found !== first.network
  const config = isOther ? checked({ ...wanted, network: found }) : first
  const gateway = await open(config)
  const tested = await test(config, gateway, deps.now?.() ?? new Date())
  return { ...tested, callsToday: await gateway.callsToday?.() }
}

const test = async (
  config: Pick<GatewayConfig, 'network' | 'name'>,
  gateway: Gateway,
  now: Date,
): Promise<GatewayTest> => {
  const start = performance.now()
  const { network, name } = config
  await proveNetwork(gateway, name)
  const tip = await gateway.tip()
  const milliseconds = Math.round(performance.now() - start)
  const tipAgeSeconds = Math.max(0, Math.round((now.getTime() - tip.time.getTime()) / 1000))
  return { network, name, tip, tipAgeSeconds, milliseconds }
}
