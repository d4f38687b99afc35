import { providerOf, type ProviderSettings } from '#contract/providers/providers.ts'
import type { Network } from '#cardano/network.ts'
import type { Secret } from '#platform/secret/secret.ts'
import type { Gateway } from './gateway.ts'
import type { GatewayMeter } from './gateway-usage.ts'
import type { ReachDevnet } from './provider.ts'
import { gatewayProviders } from './providers.ts'
import { provenBeforeUse } from './prove-network.ts'

/** What a process needs to reach the gateway of a public network. */
export type GatewayAccess = {
  readonly network: Network
  readonly kind: string
  readonly name: string
  readonly settings: ProviderSettings
  readonly secret?: Secret | undefined
  /** When a ban ends that another process was told of, in ISO 8601. */
  readonly bannedUntil?: string | undefined
}

/** @throws ColdpressError `invalid` for a kind that this version does not know, `key_missing` */
export const createProvided = async (
  { kind, bannedUntil: _bannedUntil, secret, ...access }: GatewayAccess,
  beside: { readonly devnet: ReachDevnet; readonly meter: GatewayMeter },
): Promise<Gateway> => providerOf(gatewayProviders, kind).create({ ...access, secret, ...beside })

/** The gateway of a public network, which proves its network before its first answer. */
export const openGateway = async (access: GatewayAccess, meter: GatewayMeter): Promise<Gateway> => {
  const devnet = () => Promise.reject(new Error('no devnet here'))
  return provenBeforeUse(await createProvided(access, { devnet, meter }), access.name)
}
