import type { Database } from '#platform/db/database.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Delays between attempts. */
export const retryDelaysMs: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

/**
 * Jitter as a fraction of the delay, so that receivers that failed together are not retried
 * together.
 */
const maxJitter = 0.1

/**
 * The delay after a number of failed attempts, never shorter than the schedule; undefined after the
 * last.
 * @param random from 0 up to, but not including, 1
 */
export const delayAfter = (failedAttempts: number, random: number): number | undefined => {
  const delay = retryDelaysMs[failedAttempts - 1]
  return delay === undefined ? undefined : Math.round(delay * (1 + maxJitter * random))
}

/**
 * Handles a clock that was set back: deliveries scheduled later than the schedule allows become
 * due, and claims longer than twice an attempt are released. Twice, so that another process's
 * running attempt is not repeated after a small correction.
 */
export const resetFutureTimes = (
  database: Database,
  { nowMs, longestClaimMs }: { readonly nowMs: number; readonly longestClaimMs: number },
): void => {
  database.transact(() => {
    for (let tries = 0; tries <= retryDelaysMs.length; tries += 1) {
      const latest = nowMs + (delayAfter(tries, 1) ?? 0)
      database.run(
        `UPDATE deliveries SET due_at = :nowMs
         WHERE state = 'pending' AND tries = :tries AND due_at > :latest`,
        { nowMs, tries, latest },
      )
    }
    database.run(
      `UPDATE deliveries SET claimed_until = 0
       WHERE state = 'pending' AND claimed_until > :latest`,
      { latest: nowMs + 2 * longestClaimMs },
    )
  })
}
