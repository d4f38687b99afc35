import type { Network } from '#cardano/network.ts'
import type { Gateways } from '#chain/gateway/gateway-configs.ts'
import type { OutsideChanges } from '#chain/gateway/outside-changes.ts'
import type { GatewayConfig } from '#chain/gateway/stored-gateways.ts'

/** The gateways of each network. A change ends the network's studio, which starts again with them. */
export type GatewaysOfStudios = Omit<Gateways, 'order'> & {
  /** As `Gateways.order`. */
  readonly order: (network: Network, ids: readonly string[]) => Promise<readonly GatewayConfig[]>
  /** Ends the studios whose gateway another process set or removed since; they start again with it. */
  readonly takeOutsideChanges: () => Promise<readonly Network[]>
}

/** A running studio keeps the gateways that it started with. @param endStudio ends that of a network */
export const restartStudios = (
  gateways: Gateways,
  outside: OutsideChanges,
  endStudio: (network: Network) => Promise<void>,
): GatewaysOfStudios => {
  const endStudioOf = async (network: Network): Promise<void> => {
    outside.note()
    await endStudio(network)
  }
  const restarted = async (config: GatewayConfig): Promise<GatewayConfig> => {
    await endStudioOf(config.network)
    return config
  }
  return {
    ...gateways,
    set: async (config, replaced) => restarted(await gateways.set(config, replaced)),
    add: async (config) => restarted(await gateways.add(config)),
    remove: async (gateway) => restarted(await gateways.remove(gateway)),
    order: async (network, ids) => {
      const ordered = gateways.order(network, ids)
      await endStudioOf(network)
      return ordered
    },
    takeOutsideChanges: async () => {
      const changed = outside.take()
      await Promise.all(changed.map(endStudio))
      return changed
    },
  }
}
