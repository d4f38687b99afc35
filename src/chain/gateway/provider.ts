import type { WhyDown } from '#platform/http/exchange.ts'
import type { z } from 'zod'
import type { PolicyId } from '#cardano/ids.ts'
import type { Network } from '#cardano/network.ts'
import type { Secret } from '#platform/secret/secret.ts'
import type { ProviderView, ProviderSettings } from '#contract/providers/providers.ts'
import type { Gateway } from './gateway.ts'
import type { GatewayMeter } from './gateway-usage.ts'

/** Where the devnet answers, once it runs. */
export type ReachDevnet = () => Promise<GatewayAddress>

/** A gateway of this machine. */
export type GatewayAddress = {
  readonly baseUrl: string
  readonly token: Secret
  /** Where another process of this program has it. */
  readonly whyDown?: WhyDown | undefined
}

/**
 * What of this computer must be found on chain, where a gateway indexes only what it is told: a policy,
 * or all addresses of a wallet by the hash of their stake key (ADR 15).
 */
export type WatchedOnChain = (
  | { readonly policyId: PolicyId }
  | { readonly stakeKeyHash: string }
) & {
  /** Nothing of it is on chain before. Undefined for what was made elsewhere. */
  readonly since: Date | undefined
}

type NewGateway<S> = {
  readonly network: Network
  readonly settings: S
  readonly secret: Secret | undefined
}

type GatewayContext<S> = NewGateway<S> & {
  readonly name: string
  readonly devnet: ReachDevnet
  readonly meter: GatewayMeter
  /** How long it is waited for, where another gateway could answer instead. */
  readonly patience: GatewayPatience
}

export type GatewayPatience = {
  /** For one attempt. */
  readonly timeoutMs?: number
  readonly retry?: { readonly attempts: number }
}

/** A kind of gateway. A folder of this one exports it; `providers.ts` lists it. */
type GatewayProviderOf<S extends ProviderSettings> = ProviderView & {
  /** The networks that it can serve. */
  readonly networks: readonly Network[]
  /** Of the settings without the secret. Each value is stored and shown. */
  readonly settings: (network: Network) => z.ZodType<S>
  /** The gateway's name when the user gives none. */
  readonly nameOf: (wanted: Pick<NewGateway<S>, 'network' | 'settings'>) => string
  /** The calls that its service answers in a day, unless the user has another plan. Absent: any number. */
  readonly callsPerDay?: (settings: S) => number | undefined
  /** The network that a secret is for, where the secret shows it. */
  readonly networkOf?: (secret: Secret) => Network | undefined
  /** Its networks need no setting up, and cannot be set up otherwise. */
  readonly isBuiltIn?: true
  /** @throws ColdpressError `invalid` for what would fail in every call */
  readonly check?: (wanted: NewGateway<S>) => void
  /**
   * Before a gateway is stored: makes its servers find what is watched.
   * @throws ColdpressError as every call
   */
  readonly prepare?: (wanted: NewGateway<S>, watched: readonly WatchedOnChain[]) => Promise<void>
  readonly create: (context: GatewayContext<S>) => Gateway | Promise<Gateway>
}

export type GatewayProvider = GatewayProviderOf<ProviderSettings>

/** Checks the settings by the schema again when they come back from the database. */
export const gatewayProvider = <S extends ProviderSettings>(
  own: GatewayProviderOf<S>,
): GatewayProvider => {
  const parsed = <C extends Pick<NewGateway<ProviderSettings>, 'network' | 'settings'>>(
    context: C,
  ) => ({
    ...context,
    settings: own.settings(context.network).parse(context.settings),
  })
  return {
    ...own,
    nameOf: (wanted) => own.nameOf(parsed(wanted)),
    check: (wanted) => own.check?.(parsed(wanted)),
    prepare: async (wanted, watched) => own.prepare?.(parsed(wanted), watched),
    callsPerDay: (settings) => own.callsPerDay?.(own.settings('mainnet').parse(settings)),
    create: (context) => own.create(parsed(context)),
  }
}
