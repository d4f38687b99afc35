import { ColdpressError } from '#values/errors/errors.ts'
import { networkMagic, networks } from '#cardano/network.ts'
import type { Gateway } from './gateway.ts'
import { reachedGateway } from './reached-gateway.ts'

/** @throws ColdpressError `conflict` when the gateway serves another network, and as every call */
export const proveNetwork = async (
  gateway: Gateway,
  name: string,
  signal?: AbortSignal,
): Promise<void> => {
  const { network } = gateway
  const magic = await gateway.networkMagic(signal)
  if (magic === networkMagic[network]) return
  const found =
    networks.find((candidate) => networkMagic[candidate] === magic) ?? `a network (${magic})`
  throw new ColdpressError(
    'conflict',
    `The gateway ${name} is set up for ${network}, but it serves ${found}. Set it up again for ${network}.`,
    { details: { network, magic } },
  )
}

/**
 * Wraps a public network's gateway: before its first answer it must prove its network. Addresses of
 * test networks look alike, and another chain's slots and blocks would make a pending transaction
 * look lost, or a payment rolled back.
 */
export const provenBeforeUse = (gateway: Gateway, name: string): Gateway => {
  let isProven = false
  const proven = reachedGateway(gateway.network, async (signal) => {
    if (!isProven) await proveNetwork(gateway, name, signal)
    isProven = true
    return gateway
  })
  return {
    ...proven,
    lacks: gateway.lacks ?? [],
    networkMagic: gateway.networkMagic,
    // also while the proof itself is not answered
    usedUpUntil: () => gateway.usedUpUntil?.(),
    bannedUntil: () => gateway.bannedUntil?.(),
    busyUntil: () => gateway.busyUntil?.(),
    budget: () => gateway.budget?.(),
  }
}
