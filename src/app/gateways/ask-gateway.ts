import { type ProviderView, providerViewOf } from '#contract/providers/providers.ts'
import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import type { Gateways } from '#chain/gateway/gateway-configs.ts'
import { type NewGatewayConfig, settableGatewayProviders } from '#chain/gateway/store-gateway.ts'

/** The kinds that can be set up, which no data folder needs to be opened for. */
export const gatewayKinds = (): readonly ProviderView[] =>
  settableGatewayProviders().map(providerViewOf)

/** A gateway that says nothing now may answer later. */
const silence: ReadonlySet<string> = new Set(['unreachable', 'timeout', 'rate_limited'])

/** What a gateway has counted today, or why it could not be asked. */
type AskedGateway = {
  readonly untested: string | null
  readonly callsToday?: number | undefined
}

/**
 * Asks a gateway before it is stored. One that is silent may be stored without its answer.
 * @throws ColdpressError where it answers and cannot be used: with another secret, for another network
 */
export const askGateway = async (
  gateways: Pick<Gateways, 'check'>,
  wanted: NewGatewayConfig,
): Promise<AskedGateway> => {
  try {
    const { network, callsToday } = await gateways.check(wanted)
    if (network === wanted.network) return { untested: null, callsToday }
    throw new ColdpressError(
      'conflict',
      `This gateway serves ${network}, not ${wanted.network}. Nothing was stored.`,
    )
  } catch (error) {
    if (isColdpressError(error) && silence.has(error.code)) return { untested: error.message }
    throw error
  }
}
