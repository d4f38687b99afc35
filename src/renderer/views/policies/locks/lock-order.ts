import type { PolicyView } from '#contract/policies/policy-view.ts'

export type LockOrder = {
  /** Those to come with the next first, then those that never lock, then the last that locked. */
  readonly policies: readonly PolicyView[]
  /** How many lock at some time. */
  readonly locking: number
  /** How many of them are to come at a time that a calendar can say. */
  readonly toCome: number
}

/** The year after which the calendar's format ends (RFC 5545). */
const lastYear = 9999

export const lockOrder = (policies: readonly PolicyView[], now: number): LockOrder => {
  const dated = policies.map((policy) => ({ policy, at: timeOfLock(policy) }))
  const never = dated.filter(({ policy }) => policy.lock === null)
  const locking = dated.filter(({ policy }) => policy.lock !== null)
  const ahead = locking.filter(({ at }) => at > now).toSorted((a, b) => compare(a.at, b.at))
  const passed = locking.filter(({ at }) => at <= now).toSorted((a, b) => compare(b.at, a.at))
  return {
    policies: [...ahead, ...never, ...passed].map(({ policy }) => policy),
    locking: locking.length,
    toCome: ahead.filter(({ at }) => new Date(at).getUTCFullYear() <= lastYear).length,
  }
}

/** A slot beyond any date comes after all dates, and so does no lock. */
export const timeOfLock = ({ lock }: Pick<PolicyView, 'lock'>): number =>
  typeof lock?.time === 'string' ? Date.parse(lock.time) : Infinity

/** Two of infinity are alike. */
const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)

const dayMs = 86_400_000
/** Beyond these nobody plans: their bars are full. */
const longest = 10 * 365 * dayMs

/**
 * How much of a bar the time until a lock fills, in percent. The root makes weeks visible beside
 * years.
 */
export const leftPercent = (at: number, now: number): number =>
  Math.round(100 * Math.sqrt(Math.min(1, Math.max(0, at - now) / longest)))

/** No date in it is one that somebody waits for. */
export const isFarAway = (at: number): boolean =>
  new Date(at).getUTCFullYear() >= farYear || at === Infinity

export const farYear = 2100
