/**
 * The networks that Coldpress knows. The devnet is Coldpress's own; the interface calls it a
 * testnet.
 */
export const networks = ['mainnet', 'preprod', 'preview', 'devnet'] as const
export type Network = (typeof networks)[number]

/** `testnet`: a service that names only the interface's two networks. */
export type ServiceNetwork = Network | 'testnet'

/** The name that the minting service interface uses. */
export const wireNetwork = (network: Network): 'mainnet' | 'testnet' =>
  network === 'mainnet' ? 'mainnet' : 'testnet'

const testNetworkNames = {
  preprod: 'Preprod',
  preview: 'Preview',
  devnet: 'Devnet',
  testnet: 'Testnet',
} as const satisfies Readonly<Record<Exclude<ServiceNetwork, 'mainnet'>, string>>

/** For who pays: what the money of a network other than mainnet is. Undefined on mainnet. */
export const testNetworkText = (network: ServiceNetwork): string | undefined =>
  network === 'mainnet' ? undefined : `${testNetworkNames[network]}: test ADA without value`
