import { z } from 'zod'
import { longText, shortText } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import {
  addressesIn,
  providerSettings,
  type ProviderSettings,
} from '#contract/providers/providers.ts'
import { type Network, networks } from '#cardano/network.ts'
import { columns, type Database, type Schema } from '#platform/db/database.ts'
import { bansStep, usageStep } from './gateway-usage.ts'
import type { GatewayProvider } from './provider.ts'
import { gatewayProviders } from './providers.ts'

export const publicNetworks = ['mainnet', 'preprod', 'preview'] as const
/** A network with a third party's gateway, unlike the devnet. */
export type PublicNetwork = (typeof publicNetworks)[number]

/** How many gateways one network may have. */
const maxGateways = 8

/** A gateway of a network. Its secret is in the vault under `gatewaySecretName`. */
export type GatewayConfig = {
  /** The network's name, or the network with a number, such as `preprod-2`. It stays when the order changes. */
  readonly id: string
  readonly network: Network
  readonly kind: string
  readonly name: string
  readonly settings: ProviderSettings
  /** The address among the settings. Empty for the devnet, whose address is known only while its studio runs. */
  readonly baseUrl: string
  /** Nobody has set it up: a provider before it has its secret, or the devnet's own. */
  readonly isDefault: boolean
  /** The budget of calls in a day (UTC); null: any number. */
  readonly callsPerDay: number | null
  /** ISO 8601 UTC; empty for a default. */
  readonly createdAt: string
}

/** Public data only: the secret is never in a database. */
export const gatewaysSchema: Schema = {
  name: 'gateways',
  steps: [
    `CREATE TABLE gateways (
      network TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      settings TEXT NOT NULL,
      created_at TEXT NOT NULL
    ) STRICT`,
    // null: the provider's usual number; 0: any number
    'ALTER TABLE gateways ADD COLUMN calls_per_day INTEGER',
    usageStep,
    bansStep,
    // A network had one gateway. Its ID is the network's name, under which the vault has its secret.
    `CREATE TABLE gateway_list (
      id TEXT PRIMARY KEY,
      network TEXT NOT NULL,
      position INTEGER NOT NULL,
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      settings TEXT NOT NULL,
      created_at TEXT NOT NULL,
      calls_per_day INTEGER
    ) STRICT;
    INSERT INTO gateway_list
      SELECT network, network, 1, kind, name, settings, created_at, calls_per_day FROM gateways;
    DROP TABLE gateways;
    ALTER TABLE gateway_list RENAME TO gateways;
    ALTER TABLE gateway_usage RENAME COLUMN network TO gateway;
    ALTER TABLE gateway_bans RENAME COLUMN network TO gateway`,
  ],
}

export type StoredConfig = Omit<GatewayConfig, 'baseUrl' | 'isDefault' | 'callsPerDay'>

export const configOfSettings = (
  config: StoredConfig,
  { isDefault = false, callsPerDay = null as number | null } = {},
): GatewayConfig => {
  const provider = gatewayProviders.find(({ kind }) => kind === config.kind)
  const [baseUrl = ''] = addressesIn(provider, config.settings)
  const usual = callsPerDay ?? provider?.callsPerDay?.(config.settings) ?? 0
  return { ...config, baseUrl, isDefault, callsPerDay: usual === 0 ? null : usual }
}

const configRow = z
  .object({
    id: shortText,
    network: z.enum(publicNetworks),
    kind: shortText,
    name: longText,
    settings: columns.json(providerSettings),
    created_at: shortText,
    calls_per_day: z.int().nonnegative().nullable(),
  })
  .transform(({ created_at: createdAt, calls_per_day: callsPerDay, ...row }) =>
    configOfSettings({ ...row, createdAt }, { callsPerDay }),
  )

/** Those of each network in their order; where nothing is set up, the network's default. */
export const configsOf = (db: Database): readonly GatewayConfig[] => {
  const own = db.all(configRow, 'SELECT * FROM gateways ORDER BY position')
  return networks.flatMap((network) => {
    const configs = own.filter((config) => config.network === network)
    return configs.length === 0 ? [defaultConfig(network)] : configs
  })
}

/** @throws ColdpressError `conflict` when the network has as many as it may have */
export const newGatewayId = (network: PublicNetwork, configs: readonly GatewayConfig[]): string => {
  const taken = new Set(configs.filter(({ isDefault }) => !isDefault).map(({ id }) => id))
  const ids = Array.from({ length: maxGateways }, (_, at) =>
    at === 0 ? network : `${network}-${at + 1}`,
  )
  const free = ids.find((id) => !taken.has(id))
  if (free !== undefined) return free
  throw new ColdpressError(
    'conflict',
    `${network} has ${maxGateways} gateways already, the most that a network may have. Remove one first.`,
  )
}

const defaultProvider = (network: Network): GatewayProvider => {
  const found = gatewayProviders.find((provider) => provider.networks.includes(network))
  if (found !== undefined) return found
  throw new ColdpressError('internal', `No kind of gateway serves ${network}.`)
}

const defaultConfig = (network: Network): GatewayConfig => {
  const provider = defaultProvider(network)
  const settings = provider.settings(network).parse({})
  const { kind } = provider
  const config = {
    id: network,
    network,
    kind,
    name: provider.nameOf({ network, settings }),
    settings,
    createdAt: '',
  }
  return configOfSettings(config, { isDefault: true })
}
