import { ColdpressError } from '../../shared/errors.ts'
import { networkMagic, networks } from '../cardano/network.ts'
import type { Gateway } from './gateway.ts'

/** @throws ColdpressError `conflict` when the gateway serves another network, and as every call */
export const proveNetwork = async (
  gateway: Gateway,
  name: string,
  signal?: AbortSignal,
): Promise<void> => {
  const { network } = gateway
  const magic = await gateway.networkMagic(signal)
  if (magic === networkMagic[network]) return
  const found = networks.find((one) => networkMagic[one] === magic) ?? `a network (${magic})`
  throw new ColdpressError(
    'conflict',
    `The gateway ${name} is set up for ${network}, but it serves ${found}. Set it up with the base URL and project id of ${network}.`,
    { details: { network, magic } },
  )
}

/**
 * The gateway, which proves once that it serves its network before it gives parameters, of which
 * everything is built, and before it sends anything: the addresses of test networks look alike, so
 * nothing else would tell.
 */
export const provenBeforeUse = (gateway: Gateway, name: string): Gateway => {
  let isProven = false
  const prove = async (signal?: AbortSignal): Promise<void> => {
    if (!isProven) await proveNetwork(gateway, name, signal)
    isProven = true
  }
  return {
    ...gateway,
    parameters: async (options) => {
      await prove(options?.signal)
      return gateway.parameters(options)
    },
    submit: async (signed, signal) => {
      await prove(signal)
      return gateway.submit(signed, signal)
    },
  }
}
