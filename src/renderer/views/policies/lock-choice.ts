import type { AccountFacts } from '#contract/accounts/account.ts'
import type { PolicyFacts } from '#contract/policies/policy-view.ts'

/** When a new policy is to lock, as it stands in the form. */
export type LockChoice = {
  readonly locks: boolean
  /** What a date and time field holds: local time without a zone, `2027-02-24T12:00`. */
  readonly localTime: string
}

export type LockAnswer =
  | { readonly lockTime: string | null; readonly seconds: number | null }
  | { readonly error: 'missing' | 'past' }

/** @returns the time in UTC as the contract wants it, or why it cannot be */
export const lockAnswer = ({ locks, localTime }: LockChoice, now: number): LockAnswer => {
  if (!locks) return { lockTime: null, seconds: null }
  // The language reads a date and time without a zone as local time.
  const time = Date.parse(localTime)
  if (localTime === '' || Number.isNaN(time)) return { error: 'missing' }
  if (time <= now) return { error: 'past' }
  return { lockTime: new Date(time).toISOString(), seconds: (time - now) / 1000 }
}

/** The most serious first. */
const bySeriousness = ['mainnet', 'preprod', 'preview'] as const

/** Where somebody with these accounts most likely mints. A hosted testnet does not say which it is. */
export const likelyNetwork = (
  accounts: readonly Pick<AccountFacts, 'chain'>[],
): PolicyFacts['network'] => {
  const chains = new Set(accounts.map(({ chain }) => (chain === 'testnet' ? 'preprod' : chain)))
  return bySeriousness.find((network) => chains.has(network)) ?? 'devnet'
}
