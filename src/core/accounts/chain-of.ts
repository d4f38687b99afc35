import type { WireNetwork } from '#shared/wire/collection.ts'
import type { Network, ServiceNetwork } from '#shared/networks.ts'

/**
 * The network of an account's collections, if known: the Local studio uses the devnet; a hosted
 * account on testnet does not say which testnet.
 */
export const chainOf = (
  { kind }: { readonly kind: 'local' | 'hosted' },
  network: WireNetwork,
): Network | undefined => {
  if (kind === 'local') return 'devnet'
  return network === 'mainnet' ? network : undefined
}

/** The network as the window names it: as precisely as it is known. */
export const knownChainOf = (
  account: { readonly kind: 'local' | 'hosted' },
  network: WireNetwork,
): ServiceNetwork => chainOf(account, network) ?? network
