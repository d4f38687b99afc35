import { z } from 'zod'
import { longText, shortText } from '#shared/bounded.ts'
import { ColdpressError } from '#shared/errors.ts'
import { describeIssues } from '#shared/issues.ts'
import { type Network, networks } from '../cardano/network.ts'
import type { Database, Schema } from '../db/database.ts'
import { requireOnline } from '../offline/offline.ts'
import type { Secret } from '../secret/secret.ts'
import type { Vault } from '../vault/vault.ts'
import { createGateway } from './client.ts'
import type { Block, Gateway } from './gateway.ts'
import { proveNetwork, provenBeforeUse } from './prove-network.ts'

const publicNetworks = ['mainnet', 'preprod', 'preview'] as const
/** A chain that is not Coldpress's own: its gateway is somebody else's. */
export type PublicNetwork = (typeof publicNetworks)[number]

const isPublic = (network: Network): network is PublicNetwork => network !== 'devnet'

/** Which gateway serves a network. Its project id is in the vault under {@link projectIdName}. */
export type GatewayConfig = {
  readonly network: Network
  readonly name: string
  /** Empty for the devnet, whose address is known only while its studio runs. */
  readonly baseUrl: string
  /** Blockfrost before anybody gave a project id, or the devnet's own; nothing is stored for it. */
  readonly isDefault: boolean
  /** ISO 8601 UTC; empty for a default. */
  readonly createdAt: string
}

/** Public facts only: the project id is never in a database. */
export const gatewaysSchema: Schema = {
  name: 'gateways',
  steps: [
    `CREATE TABLE gateways (
      network TEXT PRIMARY KEY,
      base_url TEXT NOT NULL,
      name TEXT NOT NULL,
      created_at TEXT NOT NULL
    ) STRICT`,
  ],
}

const blockfrostUrl = (network: PublicNetwork): string =>
  `https://cardano-${network}.blockfrost.io/api/v0`

const isBlockfrost = (baseUrl: string): boolean => new URL(baseUrl).host.endsWith('.blockfrost.io')

const devnetConfig: GatewayConfig = {
  network: 'devnet',
  name: 'Devnet of the Local studio',
  baseUrl: '',
  isDefault: true,
  createdAt: '',
}

const configRow = z
  .object({
    network: z.enum(publicNetworks),
    base_url: shortText,
    name: longText,
    created_at: shortText,
  })
  .transform((row): GatewayConfig => ({
    network: row.network,
    name: row.name,
    baseUrl: row.base_url,
    isDefault: false,
    createdAt: row.created_at,
  }))

const projectIdName = (network: Network): string => `gateway-${network}`

export type NewGatewayConfig = {
  readonly network: Network
  /** Default: Blockfrost's host of the network. */
  readonly baseUrl?: string
  /** Default: the host of the base URL. */
  readonly name?: string
  /** Copied into the vault; the caller wipes it. Blockfrost needs one, other servers may not. */
  readonly projectId?: Secret
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
  /**
   * Puts the project id into the vault, then the place into the list, instead of the one before.
   * Without a project id the place has none: it never follows a network to another address.
   * @throws ColdpressError `invalid`, and what the vault throws
   */
  readonly set: (config: NewGatewayConfig) => Promise<GatewayConfig>
  /** Back to the default. @throws ColdpressError `not_found`, and what the vault throws */
  readonly remove: (network: Network) => Promise<GatewayConfig>
  /**
   * For the devnet starts the studio if it does not run yet.
   * @throws ColdpressError `not_found` when none is set up, `key_missing`, `unreachable` when
   * Coldpress was started offline, and what the vault throws
   */
  readonly get: (network: Network) => Promise<Gateway>
  /**
   * Asks for the tip, and whether it is that network.
   * @throws ColdpressError as every call, and `conflict` when the gateway serves another network
   */
  readonly test: (network: Network) => Promise<GatewayTest>
  /**
   * Where a person looks at a transaction in a browser: a public explorer, or the devnet's own page.
   * @throws ColdpressError what starting the studio throws, for the devnet
   */
  readonly pageOf: (network: Network, txId: string) => Promise<string>
}

export type GatewaysDeps = {
  readonly db: Database
  readonly vault: Pick<Vault, 'setApiKey' | 'getApiKey' | 'removeApiKey'>
  /** Where the devnet answers, once it runs. */
  readonly devnet: () => Promise<{ readonly baseUrl: string; readonly token: Secret }>
  readonly now?: () => Date
}

export const createGateways = (deps: GatewaysDeps): Gateways => {
  const list = () => configsOf(deps.db)
  const get = async (network: Network) => {
    const config = configOf(list(), network)
    const gateway = await gatewayAt(deps, config)
    return network === 'devnet' ? gateway : provenBeforeUse(gateway, config.name)
  }
  return {
    list,
    get,
    set: (config) => set(deps, config),
    remove: async (network) => {
      const config = configOf(list(), network)
      if (config.isDefault) {
        throw new ColdpressError('not_found', `No gateway is set up for ${network}.`)
      }
      // The project id first: while the row stands, a removal that failed can be tried again.
      await deps.vault.removeApiKey(projectIdName(network))
      deps.db.run('DELETE FROM gateways WHERE network = :network', { network })
      return config
    },
    test: async (network) => {
      const config = configOf(list(), network)
      return test(config, await gatewayAt(deps, config), deps.now?.() ?? new Date())
    },
    pageOf: async (network, txId) =>
      network === 'devnet'
        ? `${(await deps.devnet()).baseUrl}/devnet/tx/${txId}`
        : `https://${explorers[network]}/transaction/${txId}`,
  }
}

const explorers: Readonly<Record<PublicNetwork, string>> = {
  mainnet: 'cardanoscan.io',
  preprod: 'preprod.cardanoscan.io',
  preview: 'preview.cardanoscan.io',
}

const configsOf = (db: Database): readonly GatewayConfig[] => {
  const own = db.all(configRow, 'SELECT * FROM gateways')
  return networks.map(
    (network) => own.find((config) => config.network === network) ?? defaultConfig(network),
  )
}

const defaultConfig = (network: Network): GatewayConfig =>
  isPublic(network)
    ? {
        network,
        name: 'Blockfrost',
        baseUrl: blockfrostUrl(network),
        isDefault: true,
        createdAt: '',
      }
    : devnetConfig

const configOf = (configs: readonly GatewayConfig[], network: Network): GatewayConfig =>
  configs.find((config) => config.network === network) ?? defaultConfig(network)

const gatewayAt = async (deps: GatewaysDeps, config: GatewayConfig): Promise<Gateway> => {
  requireOnline()
  const { network, baseUrl, name } = config
  if (network === 'devnet') {
    const { baseUrl: address, token } = await deps.devnet()
    return createGateway({ network, baseUrl: address, projectId: token })
  }
  const setIt = `coldpress gateway set ${network} --project-id-file F`
  if (config.isDefault) {
    throw new ColdpressError(
      'not_found',
      `No gateway is set up for ${network}. Get a project id at blockfrost.io and run: ${setIt}`,
      { details: { network } },
    )
  }
  const projectId = await deps.vault.getApiKey(projectIdName(network))
  if (projectId !== undefined) return createGateway({ network, baseUrl, projectId })
  if (!isBlockfrost(baseUrl)) return createGateway({ network, baseUrl })
  throw new ColdpressError(
    'key_missing',
    `The vault has no project id for ${name} on ${network}. Give it again: ${setIt}`,
    { details: { network } },
  )
}

const newConfig = z.object({
  network: z.enum(publicNetworks, {
    error: 'the devnet has its own gateway; choose mainnet, preprod or preview',
  }),
  baseUrl: shortText.trim().optional(),
  name: longText.trim().min(1, 'empty').max(64, 'above 64 characters').optional(),
})

const invalid = (reason: string): ColdpressError =>
  new ColdpressError('invalid', `gateway: ${reason}`)

const set = async (deps: GatewaysDeps, wanted: NewGatewayConfig): Promise<GatewayConfig> => {
  const read = newConfig.safeParse(wanted)
  if (!read.success) throw invalid(describeIssues(read.error))
  const { network } = read.data
  const { projectId } = wanted
  const baseUrl = (read.data.baseUrl ?? blockfrostUrl(network)).replace(/\/+$/u, '')
  // Making a client checks address and project id by the rules of every later call.
  createGateway({ baseUrl, network, ...(projectId === undefined ? {} : { projectId }) })
  if (isBlockfrost(baseUrl)) checkBlockfrost(network, baseUrl, projectId)
  const name = read.data.name ?? (isBlockfrost(baseUrl) ? 'Blockfrost' : new URL(baseUrl).host)
  const createdAt = (deps.now?.() ?? new Date()).toISOString()
  if (projectId === undefined) await deps.vault.removeApiKey(projectIdName(network))
  else await deps.vault.setApiKey(projectIdName(network), projectId)
  deps.db.run(
    `INSERT INTO gateways (network, base_url, name, created_at)
     VALUES (:network, :baseUrl, :name, :createdAt)
     ON CONFLICT (network) DO UPDATE SET base_url = :baseUrl, name = :name, created_at = :createdAt`,
    { network, baseUrl, name, createdAt },
  )
  return { network, name, baseUrl, isDefault: false, createdAt }
}

/** Blockfrost's project ids start with their network, as its hosts do. */
const checkBlockfrost = (
  network: PublicNetwork,
  baseUrl: string,
  projectId: Secret | undefined,
): void => {
  if (projectId === undefined) {
    throw invalid(`Blockfrost answers nobody without a project id; give that of ${network}`)
  }
  const idNetwork = projectId.use((bytes) => {
    const start = Buffer.from(bytes.subarray(0, 7)).toString('latin1')
    return publicNetworks.find((one) => start.startsWith(one))
  })
  if (idNetwork !== undefined && idNetwork !== network) {
    throw invalid(`the project id is one of ${idNetwork}, not of ${network}`)
  }
  const hostNetwork = publicNetworks.find((one) => new URL(baseUrl).host.includes(one))
  if (hostNetwork !== undefined && hostNetwork !== network) {
    throw invalid(`the base URL is that of ${hostNetwork}, not of ${network}`)
  }
}

const test = async (config: GatewayConfig, gateway: Gateway, now: Date): Promise<GatewayTest> => {
  const start = performance.now()
  const { network, name } = config
  await proveNetwork(gateway, name)
  const tip = await gateway.tip()
  const milliseconds = Math.round(performance.now() - start)
  const tipAgeSeconds = Math.max(0, Math.round((now.getTime() - tip.time.getTime()) / 1000))
  return { network, name, tip, tipAgeSeconds, milliseconds }
}
