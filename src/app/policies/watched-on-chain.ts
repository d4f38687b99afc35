import type { Network } from '#cardano/network.ts'
import { stakeKeyHashOf } from '#cardano/payment-wallet.ts'
import type { Database } from '#platform/db/database.ts'
import { storedPolicies } from './store.ts'
import { storedWallets } from './wallets.ts'

/** Of what was made on this computer nothing is on chain before its time. */
const madeHere: ReadonlySet<string> = new Set(['generated', 'studio', 'created'])

const sinceOf = (item: { readonly origin: string; readonly createdAt: string }) =>
  madeHere.has(item.origin) ? new Date(item.createdAt) : undefined

/** The wallets and policies of a network, which its gateway must find on chain. */
export const watchedOnChain = (db: Database, network: Network) => [
  ...storedWallets(db)
    .filter((wallet) => wallet.network === network)
    .map((wallet) => ({
      stakeKeyHash: stakeKeyHashOf(wallet.accountKey),
      since: sinceOf(wallet),
    })),
  ...storedPolicies(db)
    .filter((policy) => policy.network === network)
    .map((policy) => ({ policyId: policy.policyId, since: sinceOf(policy) })),
]
