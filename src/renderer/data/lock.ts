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

/** A time as the browser's own date field has it: local, `2027-02-24T13:00`. */
export const fieldTimeOf = (time: Date): string => {
  const pad = (value: number, digits = 2) => String(value).padStart(digits, '0')
  const day = `${pad(time.getFullYear(), 4)}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`
  return `${day}T${pad(time.getHours())}:${pad(time.getMinutes())}`
}

/** The months after which a new policy locks, unless its creator says otherwise. */
export const usualLockMonths = 12

/** The same of the time in so many months. */
export const fieldTimeIn = (months: number): string => {
  const time = new Date()
  time.setMonth(time.getMonth() + months)
  return fieldTimeOf(time)
}
