import { providerOf, type ProviderSettings } from '#contract/providers/providers.ts'
import type { Network } from '#cardano/network.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import type { Secret } from '#platform/secret/secret.ts'
import type { Gateway } from './gateway.ts'
import type { GatewayMeter } from './gateway-usage.ts'
import { createGatewayList, type GatewayListOptions } from './list/gateway-list.ts'
import type { ListedGateway } from './list/listed-gateway.ts'
import type { GatewayPatience, ReachDevnet } from './provider.ts'
import { gatewayProviders } from './providers.ts'
import { provenBeforeUse } from './prove-network.ts'
import { reachedGateway } from './reached-gateway.ts'

/** What a process needs to reach one gateway of a public network. */
export type GatewayAccess = {
  readonly id: string
  readonly network: Network
  readonly kind: string
  readonly name: string
  readonly settings: ProviderSettings
  readonly secret?: Secret | undefined
  /** When a ban ends that another process was told of, in ISO 8601. */
  readonly bannedUntil?: string | undefined
}

type Beside = {
  readonly devnet: ReachDevnet
  readonly meter: GatewayMeter
  readonly patience: GatewayPatience
}

/** @throws ColdpressError `invalid` for a kind that this version does not know, `key_missing` */
export const createProvided = async (
  { network, kind, name, settings, secret }: Omit<GatewayAccess, 'id' | 'bannedUntil'>,
  beside: Beside,
): Promise<Gateway> =>
  providerOf(gatewayProviders, kind).create({ network, name, settings, secret, ...beside })

/** One that does not answer costs half a minute before the next is asked, not two. */
const withOthers: GatewayPatience = { timeoutMs: 15_000, retry: { attempts: 2 } }

/**
 * The gateways of a public network as one, in their order. Each proves its network before its first
 * answer.
 * @param accesses at least one
 * @throws ColdpressError as {@link createProvided}, when none of them can be made
 */
export const openGateways = async (
  accesses: readonly GatewayAccess[],
  options: Omit<GatewayListOptions, 'members'> & {
    readonly meterOf: (access: GatewayAccess) => GatewayMeter
  },
): Promise<Gateway> => {
  const { network, meterOf } = options
  const [first, ...others] = accesses
  const patience = others.length === 0 ? {} : withOthers
  const open = async (access: GatewayAccess): Promise<Gateway> => {
    const beside = { devnet: noDevnet, meter: meterOf(access), patience }
    return provenBeforeUse(await createProvided(access, beside), access.name)
  }
  if (first !== undefined && others.length === 0) return open(first)
  const members: ListedGateway[] = []
  const errors: unknown[] = []
  for (const access of accesses) {
    const gateway = await open(access).catch((error: unknown) => {
      if (!isColdpressError(error)) throw error
      errors.push(error)
      // Its calls say why, so that the log has it.
      return reachedGateway(network, () => Promise.reject(error))
    })
    members.push({ id: access.id, name: access.name, gateway })
  }
  if (errors.length === members.length) throw errors[0]
  return createGatewayList({ ...options, members })
}

const noDevnet: ReachDevnet = () => Promise.reject(new Error('no devnet here'))
