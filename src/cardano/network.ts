import type { Network, ServiceNetwork } from '#values/networks/networks.ts'

export {
  type Network,
  networks,
  type ServiceNetwork,
  wireNetwork,
} from '#values/networks/networks.ts'

/** The network id in the header of every address: 1 is mainnet, 0 is any testnet. */
export type NetworkId = 0 | 1

export const networkId = (network: ServiceNetwork): NetworkId => (network === 'mainnet' ? 1 : 0)

/** The protocol magic of each network, from its genesis file; local networks usually have 42. */
export const networkMagic: Readonly<Record<Network, number>> = {
  mainnet: 764_824_073,
  preprod: 1,
  preview: 2,
  devnet: 42,
}
