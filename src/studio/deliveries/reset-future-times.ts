import type { Database } from '#platform/db/database.ts'
import { delayAfter, retryDelaysMs } from './schedule.ts'

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
