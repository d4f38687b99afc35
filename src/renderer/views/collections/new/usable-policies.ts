import type { AccountFacts, PolicyFacts } from '#shared/calls/facts.ts'

/**
 * The policies that a new collection of this account can use: unlocked ones with keys on this
 * computer. A lock counts the slots of its own network; without one a script is the same on all.
 */
export const usablePolicies = (
  policies: readonly PolicyFacts[],
  account: Pick<AccountFacts, 'chain'>,
): readonly PolicyFacts[] =>
  policies.filter(
    ({ canMint, lock, network }) =>
      canMint && (lock === null || (!lock.locked && chainsOf(account).includes(network))),
  )

/** The networks that an account's service may be on; a hosted one does not say which testnet. */
const chainsOf = ({ chain }: Pick<AccountFacts, 'chain'>): readonly PolicyFacts['network'][] =>
  chain === 'testnet' ? ['preprod', 'preview'] : [chain]
