import type { AccountFacts } from '#contract/accounts/account.ts'
import type { PolicyFacts } from '#contract/policies/policy-view.ts'

/**
 * The policies that a new collection of this account can use: unlocked ones, for a hosted service
 * with keys on this computer; a Local studio waits for signatures from elsewhere. A lock counts the
 * slots of its own network; without one a script is the same on all.
 */
export const usablePolicies = (
  policies: readonly PolicyFacts[],
  account: Pick<AccountFacts, 'chain' | 'kind'>,
): readonly PolicyFacts[] =>
  policies.filter(
    ({ canMint, lock, network }) =>
      (canMint || account.kind === 'local') &&
      (lock === null || (!lock.locked && chainsOf(account).includes(network))),
  )

/** The networks that an account's service may be on; a hosted one does not say which testnet. */
const chainsOf = ({ chain }: Pick<AccountFacts, 'chain'>): readonly PolicyFacts['network'][] =>
  chain === 'testnet' ? ['preprod', 'preview'] : [chain]
