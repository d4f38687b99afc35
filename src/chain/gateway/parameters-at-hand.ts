import type { ProtocolParameters } from '#cardano/parameters.ts'
import type { Gateways } from './gateway-configs.ts'

/** An estimate waits no longer than this for them. */
const longestMs = 3_000

/**
 * The protocol parameters of a network, for an estimate: undefined where no gateway is set up for it,
 * or where it does not answer now, whatever the reason.
 * @param name of the network, as an account has it
 */
export const parametersAtHand = async (
  gateways: Pick<Gateways, 'ready' | 'get'>,
  name: string | undefined,
  signal?: AbortSignal,
): Promise<ProtocolParameters | undefined> => {
  const network = gateways.ready().find((candidate) => candidate === name)
  if (network === undefined) return undefined
  const late = AbortSignal.timeout(longestMs)
  const ended = signal === undefined ? late : AbortSignal.any([signal, late])
  try {
    const gateway = await gateways.get(network)
    return (await gateway.parameters({ signal: ended })).parameters
  } catch {
    return undefined
  }
}
