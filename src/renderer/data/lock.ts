import type { Policy } from '#contract/policies/policy.ts'

/** Whether a policy can still mint, and until when. */
export type LockState =
  | { readonly kind: 'never' }
  /** `time` is null beyond the range of a date. */
  | { readonly kind: 'open'; readonly time: string | null; readonly secondsLeft: number }
  | { readonly kind: 'locked'; readonly time: string }

/** @param now milliseconds */
export const lockStateOf = (
  { lock, lock_time: time }: Pick<Policy, 'lock' | 'lock_time'>,
  now: number,
): LockState => {
  const at = typeof time === 'string' ? Date.parse(time) : Number.NaN
  if (typeof time !== 'string' || Number.isNaN(at)) {
    return lock ? { kind: 'open', time: null, secondsLeft: Infinity } : { kind: 'never' }
  }
  return at <= now
    ? { kind: 'locked', time }
    : { kind: 'open', time, secondsLeft: (at - now) / 1000 }
}
