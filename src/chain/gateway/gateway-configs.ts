import { gatewayErrors } from '#contract/gateways/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { providerOf } from '#contract/providers/providers.ts'
import { type Network, networkMagic } from '#cardano/network.ts'
import type { Database } from '#platform/db/database.ts'
import { requireOnline } from '#platform/offline/offline.ts'
import type { Vault } from '#keys/vault/vault.ts'
import { devnetTransactionPage, publicTransactionPage } from './explorer.ts'
import type { Block, Gateway } from './gateway.ts'
import {
  type CallBudget,
  createGatewayUsage,
  type GatewayMeter,
  type GatewayUsage,
  type ReportedUsage,
  type SharedUsage,
} from './gateway-usage.ts'
import type { ReachDevnet, WatchedOnChain } from './provider.ts'
import { createProvided, type GatewayAccess, openGateways } from './open-gateway.ts'
import { gatewayProviders } from './providers.ts'
import { createListMemory, type ListMemory } from './list/list-memory.ts'
import type { GatewayNotice } from './list/gateway-list.ts'
import { proveNetwork } from './prove-network.ts'
import {
  addGateway,
  checkGatewayConfig,
  type CheckedConfig,
  gatewaySecretName,
  type NewGatewayConfig,
  orderGateways,
  replaceGateway,
} from './store-gateway.ts'
import { publicNetworks, type GatewayConfig, configsOf } from './stored-gateways.ts'

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

/** A gateway's ID, or a network for its gateway of that ID, otherwise its first one. */
type GatewayRef = string

export type Gateways = {
  /** Those of each network in the order in which they are asked; at least one for each. */
  readonly list: () => readonly GatewayConfig[]
  /** The networks that have a gateway: the devnet, and those that it was set up for. */
  readonly ready: () => readonly Network[]
  /** @throws ColdpressError `not_found` when the network has none, with what to do */
  readonly requireConfig: (network: Network) => void
  /**
   * Prepares the gateway's servers for what is watched, stores the secret in the vault, then the
   * gateway in the list, in place of the one before.
   * Without a secret the gateway has none: a secret never follows a gateway to another address.
   * @param replaced one of the network's; default: its first
   * @throws ColdpressError `invalid`, `not_found` for a gateway of another network, what the vault
   * throws, and as every call where it is prepared
   */
  readonly set: (config: NewGatewayConfig, replaced?: GatewayRef) => Promise<GatewayConfig>
  /**
   * As `set`, behind the other gateways of the network.
   * @throws ColdpressError as `set`, and `conflict` when the network has the most that it may have
   */
  readonly add: (config: NewGatewayConfig) => Promise<GatewayConfig>
  /**
   * Sets the order in which the gateways of a network are asked.
   * @param ids each of the network's once
   * @throws ColdpressError `invalid`
   */
  readonly order: (network: Network, ids: readonly string[]) => readonly GatewayConfig[]
  /**
   * Asks a gateway that is not stored for its network, its tip and the calls that it has counted
   * today. The network is that of its secret or of its genesis, whichever was wanted.
   * @throws ColdpressError as `set` and `test`
   */
  readonly check: (config: NewGatewayConfig) => Promise<GatewayCheck>
  /** @throws ColdpressError `not_found` when none is set up */
  readonly setBudget: (gateway: GatewayRef, callsPerDay: number | null) => GatewayConfig
  /** Counts what another process has asked a gateway. @returns what it is to respect */
  readonly report: (id: string, used: ReportedUsage) => SharedUsage
  /** The calls of each gateway, by all processes of this home. */
  readonly usage: GatewayUsage
  /** @throws ColdpressError `not_found`, and what the vault throws */
  readonly remove: (gateway: GatewayRef) => Promise<GatewayConfig>
  /**
   * The gateways of a network as one. For the devnet starts the studio if it does not run yet.
   * @throws ColdpressError `not_found` when none is set up, `key_missing`, `unreachable` when
   * Coldpress was started offline, and what the vault throws
   */
  readonly get: (network: Network) => Promise<Gateway>
  /**
   * What another process needs to reach the gateways of a public network. The caller wipes the secrets.
   * @throws ColdpressError as `get`
   */
  readonly accessTo: (network: Network) => Promise<readonly GatewayAccess[]>
  /**
   * Asks one gateway for the tip, and whether it is that network.
   * @throws ColdpressError as every call, and `conflict` when the gateway serves another network
   */
  readonly test: (gateway: GatewayRef) => Promise<GatewayTest>
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
  /** Reading went on with another gateway of a network. */
  readonly notify: (notice: GatewayNotice) => void
}

export const createGateways = (given: GatewaysDeps): Gateways => {
  const { db, vault, notify, now = () => new Date() } = given
  const usage = createGatewayUsage(db, now)
  const deps = { ...given, usage, now }
  const list = () => configsOf(db)
  const memories = new Map<Network, ListMemory>()
  const memoryOf = (network: Network): ListMemory => {
    const memory = memories.get(network) ?? createListMemory()
    memories.set(network, memory)
    return memory
  }
  const accessTo = async (network: Network): Promise<readonly GatewayAccess[]> => {
    const accesses: GatewayAccess[] = []
    for (const config of list().filter((config) => config.network === network))
      accesses.push({
        ...(await accessOf(deps, config)),
        bannedUntil: usage.bannedUntil(config.id)?.toISOString(),
      })
    return accesses
  }
  return {
    list,
    ready: () => [
      ...new Set(
        list()
          .filter(isReady)
          .map(({ network }) => network),
      ),
    ],
    requireConfig: (network) => requireReady(configOf(list(), network)),
    get: async (network) =>
      network === 'devnet'
        ? gatewayAt(deps, configOf(list(), network))
        : openGateways(await accessTo(network), {
            network,
            memory: memoryOf(network),
            meterOf: ({ id }) => meterOf(deps, id),
            notify,
            now,
          }),
    accessTo,
    set: (config, replaced) =>
      replaceGateway(deps, config, requireOf(list(), config.network, replaced)),
    add: (config) => addGateway(deps, config),
    order: (network, ids) => orderGateways(db, network, ids),
    check: (config) => check(deps, config),
    setBudget: (gateway, callsPerDay) => {
      const config = configOf(list(), gateway)
      requireReady(config)
      const { id } = config
      db.update('gateways', { calls_per_day: callsPerDay ?? 0 }, { id })
      return configOf(list(), id)
    },
    report: (id, { bannedUntil, ...used }) => {
      usage.add(id, used)
      if (bannedUntil !== undefined) usage.noteBanned(id, new Date(bannedUntil))
      return {
        budget: budgetOf(list(), usage, id),
        bannedUntil: usage.bannedUntil(id)?.toISOString(),
      }
    },
    usage,
    remove: async (gateway) => {
      const config = configOf(list(), gateway)
      const { id, network, isDefault } = config
      if (isDefault) throw new ColdpressError('not_found', `No gateway is set up for ${network}.`)
      // Remove the secret first: while the row exists, a failed removal can be retried.
      await vault.removeApiKey(gatewaySecretName(id))
      db.run('DELETE FROM gateways WHERE id = :id', { id })
      return config
    },
    test: async (gateway) => {
      const config = configOf(list(), gateway)
      return test(config, await gatewayAt(deps, config), now())
    },
    explorerUrl: async (network, txId) =>
      network === 'devnet'
        ? devnetTransactionPage((await deps.devnet()).baseUrl, txId)
        : publicTransactionPage(network, txId),
  }
}

/** @throws ColdpressError `not_found` */
const configOf = (configs: readonly GatewayConfig[], gateway: GatewayRef): GatewayConfig => {
  const found =
    configs.find(({ id }) => id === gateway) ?? configs.find(({ network }) => network === gateway)
  if (found !== undefined) return found
  const ids = configs.map(({ id }) => id).join(', ')
  throw new ColdpressError('not_found', `There is no gateway ${gateway}. Give one of: ${ids}.`)
}

const requireOf = (
  configs: readonly GatewayConfig[],
  network: Network,
  gateway: GatewayRef = network,
): GatewayConfig => {
  const config = configOf(configs, gateway)
  if (config.network === network) return config
  throw new ColdpressError('not_found', `The gateway ${gateway} is not one of ${network}.`)
}

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
  const { id, network, kind, name, settings } = config
  const secret = isBuiltIn(config) ? undefined : await vault.getApiKey(gatewaySecretName(id))
  return { id, network, kind, name, settings, secret }
}

type Deps = GatewaysDeps & { readonly usage: GatewayUsage; readonly now: () => Date }

const gatewayAt = async (deps: Deps, config: GatewayConfig): Promise<Gateway> =>
  createProvided(await accessOf(deps, config), besideOf(deps, config.id))

const besideOf = (deps: Deps, id: string) => ({
  devnet: deps.devnet,
  meter: meterOf(deps, id),
  patience: {},
})

const meterOf = ({ db, usage }: Deps, id: string): GatewayMeter => ({
  ...usage.meter(id),
  budget: () => budgetOf(configsOf(db), usage, id),
})

/** Undefined where the gateway answers any number of calls. */
const budgetOf = (
  configs: readonly GatewayConfig[],
  usage: GatewayUsage,
  id: string,
): CallBudget | undefined => {
  const callsPerDay = configs.find((config) => config.id === id)?.callsPerDay ?? null
  return callsPerDay === null ? undefined : { callsPerDay, calls: usage.today(id).calls }
}

const check = async (deps: Deps, wanted: NewGatewayConfig): Promise<GatewayCheck> => {
  requireOnline()
  const { kind, secret } = wanted
  const ofSecret = secret && providerOf(gatewayProviders, kind).networkOf?.(secret)
  const first = checkGatewayConfig({ ...wanted, network: ofSecret ?? wanted.network })
  const open = (config: CheckedConfig): Promise<Gateway> =>
    createProvided({ ...config, secret }, besideOf(deps, config.network))
  const magic = await (await open(first)).networkMagic()
  const found = publicNetworks.find((network) => networkMagic[network] === magic)
  const isOther = ofSecret === undefined && found !== undefined && found !== first.network
  const config = isOther ? checkGatewayConfig({ ...wanted, network: found }) : first
  const gateway = await open(config)
  const tested = await test(config, gateway, deps.now())
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
