/** The networks that Coldpress knows. A devnet is Coldpress's own ledger and a testnet on the wire. */
export const networks = ['mainnet', 'preprod', 'preview', 'devnet'] as const
export type Network = (typeof networks)[number]

/** The network id in the header of every address: 1 is mainnet, 0 is any testnet. */
export type NetworkId = 0 | 1

export const networkId = (network: Network | 'testnet'): NetworkId =>
  network === 'mainnet' ? 1 : 0

/** The name that the minting service interface uses. */
export const wireNetwork = (network: Network): 'mainnet' | 'testnet' =>
  network === 'mainnet' ? 'mainnet' : 'testnet'
