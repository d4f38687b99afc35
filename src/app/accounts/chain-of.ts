import type { WireNetwork } from '#contract/collections/collection.ts'
import type { Network, ServiceNetwork } from '#values/networks/networks.ts'
import type { Account } from './accounts.ts'

/**
 * The network of an account's collections, if known: a Local studio has one; a hosted account on
 * testnet does not say which testnet.
 */
export const chainOf = (
  { chain }: Pick<Account, 'chain'>,
  network: WireNetwork,
): Network | undefined => chain ?? (network === 'mainnet' ? network : undefined)

/** The network as the window names it: as precisely as it is known. */
export const knownChainOf = (
  account: Pick<Account, 'chain'>,
  network: WireNetwork,
): ServiceNetwork => chainOf(account, network) ?? network
