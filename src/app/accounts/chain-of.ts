import type { Network, ServiceNetwork } from '#values/networks/networks.ts'
import type { Account } from './accounts.ts'

/** `network` is absent of an account that was removed. */
type KnownAccount = Pick<Account, 'chain'> & Partial<Pick<Account, 'network'>>

/**
 * The network of an account's collections, if known: a Local studio has one; a hosted account on
 * testnet does not say which testnet.
 * @param named as the service names it, which may name none: then it is the account's
 */
export const chainOf = (
  { chain, network }: KnownAccount,
  named?: string | null,
): Network | undefined => chain ?? ((named ?? network) === 'mainnet' ? 'mainnet' : undefined)

/** The network as the window names it: as precisely as it is known. */
export const knownChainOf = (account: KnownAccount, named?: string | null): ServiceNetwork =>
  chainOf(account, named) ?? 'testnet'
