import type { AccountFacts, PolicyFacts } from '#shared/calls/facts.ts'

/**
 * The policies that a new collection of this account could mint with: their keys are here and they
 * are not locked. A lock counts the slots of its own chain; without one a script is the same on all.
 */
export const usablePolicies = (
  policies: readonly PolicyFacts[],
  account: Pick<AccountFacts, 'kind' | 'network'>,
): readonly PolicyFacts[] =>
  policies.filter(
    ({ canMint, lock, network }) =>
      canMint && (lock === null || (!lock.locked && chainsOf(account).includes(network))),
  )

/** The chains that a service of the account may be on; the interface tells only mainnet from the rest. */
const chainsOf = ({
  kind,
  network,
}: Pick<AccountFacts, 'kind' | 'network'>): readonly PolicyFacts['network'][] => {
  if (kind === 'local') return ['devnet']
  return network === 'mainnet' ? ['mainnet'] : ['preprod', 'preview']
}
