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

/** Which gateway serves a network. Its secret is in the vault under `gatewaySecretName`. */
export type GatewayConfig = {
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

export const configsOf = (db: Database): readonly GatewayConfig[] => {
  const own = db.all(configRow, 'SELECT * FROM gateways')
  return networks.map(
    (network) => own.find((config) => config.network === network) ?? defaultConfig(network),
  )
}

const defaultProvider = (network: Network): GatewayProvider => {
  const found = gatewayProviders.find((provider) => provider.networks.includes(network))
  if (found !== undefined) return found
  throw new ColdpressError('internal', `No kind of gateway serves ${network}.`)
}

export const defaultConfig = (network: Network): GatewayConfig => {
  const provider = defaultProvider(network)
  const settings = provider.settings(network).parse({})
  const { kind } = provider
  const config = {
    network,
    kind,
    name: provider.nameOf({ network, settings }),
    settings,
    createdAt: '',
  }
  return configOfSettings(config, { isDefault: true })
}
