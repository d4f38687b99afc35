import type { AccountFacts, PolicyFacts } from '#shared/calls/facts.ts'

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

/** Where somebody with these accounts most likely mints. */
export const likelyNetwork = (
  accounts: readonly Pick<AccountFacts, 'kind' | 'network'>[],
): PolicyFacts['network'] => {
  const hosted = accounts.filter(({ kind }) => kind === 'hosted')
  if (hosted.some(({ network }) => network === 'mainnet')) return 'mainnet'
  return hosted.length > 0 ? 'preprod' : 'devnet'
}
