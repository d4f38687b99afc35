import type { PolicyView } from '#contract/policies/policy-view.ts'

export type LockingPolicy = PolicyView & { readonly lock: NonNullable<PolicyView['lock']> }

export type LockOrder = {
  /** Those to come with the next first, then those that have locked with the last first. */
  readonly locking: readonly LockingPolicy[]
  /** How many of them are to come at a time that a calendar can say. */
  readonly toCome: number
  /** How many never lock. */
  readonly never: number
}

const locks = (policy: PolicyView): policy is LockingPolicy => policy.lock !== null

/** The year after which the calendar's format ends (RFC 5545). */
const lastYear = 9999

export const lockOrder = (policies: readonly PolicyView[], now: number): LockOrder => {
  const locking = policies.filter(locks).map((policy) => ({ policy, at: timeOf(policy) }))
  const ahead = locking.filter(({ at }) => at > now).toSorted((a, b) => compare(a.at, b.at))
  const passed = locking.filter(({ at }) => at <= now).toSorted((a, b) => compare(b.at, a.at))
  return {
    locking: [...ahead, ...passed].map(({ policy }) => policy),
    toCome: ahead.filter(({ at }) => new Date(at).getUTCFullYear() <= lastYear).length,
    never: policies.length - locking.length,
  }
}

/** A slot beyond any date comes after all dates. */
const timeOf = ({ lock }: LockingPolicy): number =>
  lock.time === null ? Infinity : Date.parse(lock.time)

/** Two of infinity are alike. */
const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)
