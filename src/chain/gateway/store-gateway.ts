import { z } from 'zod'
import { longText } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { describeIssues } from '#values/errors/issues.ts'
import {
  checkSecretGiven,
  parseSettings,
  providerOf,
  type ProviderSettings,
} from '#contract/providers/providers.ts'
import type { Network } from '#cardano/network.ts'
import type { Database } from '#platform/db/database.ts'
import type { Secret } from '#platform/secret/secret.ts'
import type { Vault } from '#keys/vault/vault.ts'
import type { GatewayUsage } from './gateway-usage.ts'
import type { WatchedOnChain } from './provider.ts'
import { gatewayProviders } from './providers.ts'
import {
  configOfSettings,
  configsOf,
  type GatewayConfig,
  newGatewayId,
  type PublicNetwork,
  publicNetworks,
  type StoredConfig,
} from './stored-gateways.ts'

/** @param id of the gateway */
export const gatewaySecretName = (id: string): string => `gateway-${id}`

export type NewGatewayConfig = {
  readonly network: Network
  /** One of {@link settableGatewayProviders}. */
  readonly kind: string
  /** Default: the provider's, such as the host of its address. */
  readonly name?: string
  readonly settings: ProviderSettings
  /** Copied into the vault; the caller wipes it. */
  readonly secret?: Secret
  /** What its service has counted today, such as a check says; the count of the budget starts there. */
  readonly callsToday?: number | undefined
}

export type StoreDeps = {
  readonly db: Database
  readonly vault: Pick<Vault, 'setApiKey' | 'removeApiKey'>
  /** What a network's gateway must find on chain. */
  readonly watched: (network: Network) => readonly WatchedOnChain[]
  readonly usage: Pick<GatewayUsage, 'restart'>
  readonly now: () => Date
}

export const settableGatewayProviders = () =>
  gatewayProviders.filter(({ isBuiltIn }) => isBuiltIn !== true)

const newConfig = z.object({
  network: z.enum(publicNetworks, {
    error: 'the devnet has its own gateway; choose mainnet, preprod or preview',
  }),
  name: longText.trim().min(1, 'empty').max(64, 'above 64 characters').optional(),
})

const invalidGateway = (reason: string): ColdpressError =>
  new ColdpressError('invalid', `gateway: ${reason}`)

export type CheckedConfig = Omit<StoredConfig, 'id' | 'createdAt' | 'network'> & {
  readonly network: PublicNetwork
}

/** @throws ColdpressError `invalid` */
export const checkGatewayConfig = (wanted: NewGatewayConfig): CheckedConfig => {
  const read = newConfig.safeParse(wanted)
  if (!read.success) throw invalidGateway(describeIssues(read.error))
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
    }
  } catch (error) {
    if (!(error instanceof ColdpressError)) throw error
    throw new ColdpressError('invalid', `gateway: ${error.message}`, { details: error.details })
  }
}

export const replaceGateway = async (
  deps: StoreDeps,
  wanted: NewGatewayConfig,
  replaced: GatewayConfig,
): Promise<GatewayConfig> => {
  const { id, network } = replaced
  const position =
    deps.db.get(positionRow, 'SELECT position FROM gateways WHERE id = :id', { id })?.position ?? 1
  return storeGateway(deps, wanted, { ...checkGatewayConfig({ ...wanted, network }), id, position })
}

export const addGateway = async (
  deps: StoreDeps,
  wanted: NewGatewayConfig,
): Promise<GatewayConfig> => {
  const config = checkGatewayConfig(wanted)
  const { network } = config
  const configs = configsOf(deps.db)
  const id = newGatewayId(network, configs)
  const { position } = deps.db.get(
    positionRow,
    'SELECT coalesce(max(position), 0) + 1 AS position FROM gateways WHERE network = :network',
    { network },
  ) ?? { position: 1 }
  const isTaken = configs.some(
    ({ isDefault, ...other }) =>
      !isDefault && other.network === network && other.name === config.name,
  )
  const name = isTaken && wanted.name === undefined ? `${config.name} (${id})` : config.name
  return storeGateway(deps, wanted, { ...config, name, id, position })
}

const positionRow = z.object({ position: z.int() })

const storeGateway = async (
  deps: StoreDeps,
  { secret, callsToday = 0 }: NewGatewayConfig,
  { position, ...config }: CheckedConfig & { readonly id: string; readonly position: number },
): Promise<GatewayConfig> => {
  const createdAt = deps.now().toISOString()
  const { id, network, kind, name, settings } = config
  const { prepare } = providerOf(gatewayProviders, kind)
  const watched = deps.watched(network)
  if (watched.length > 0) await prepare?.({ network, settings, secret }, watched)
  const secretName = gatewaySecretName(id)
  if (secret === undefined) await deps.vault.removeApiKey(secretName)
  else await deps.vault.setApiKey({ accountId: secretName, apiKey: secret })
  const row = { id, network, position, kind, name, settings, created_at: createdAt }
  deps.db.upsert('gateways', { ...row, calls_per_day: null }, 'id')
  deps.usage.restart(id, callsToday)
  return configOfSettings({ ...config, createdAt })
}

export const orderGateways = (
  db: Database,
  network: Network,
  ids: readonly string[],
): readonly GatewayConfig[] => {
  const own = () =>
    configsOf(db).filter((config) => config.network === network && !config.isDefault)
  db.transact(() => {
    const known = own().map(({ id }) => id)
    if (ids.length !== known.length || known.some((id) => !ids.includes(id)))
      throw new ColdpressError(
        'invalid',
        known.length === 0
          ? `There is no gateway of ${network} to put in order. Add one first.`
          : `Name each gateway of ${network} once, by its ID: ${known.join(', ')}.`,
      )
    for (const [at, id] of ids.entries()) db.update('gateways', { position: at + 1 }, { id })
  })
  return own()
}
