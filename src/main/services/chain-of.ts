import type { WireNetwork } from '#shared/wire/collection.ts'
import type { Network } from '#core/cardano/network.ts'

/**
 * The chain of an account's collections, where it is known: the Local studio is the devnet's, and a
 * hosted account says testnet without saying which one.
 */
export const chainOf = (
  { kind }: { readonly kind: 'local' | 'hosted' },
  network: WireNetwork,
): Network | undefined => {
  if (kind === 'local') return 'devnet'
  return network === 'mainnet' ? network : undefined
}
