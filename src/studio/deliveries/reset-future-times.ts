import type { Database } from '#core/db/database.ts'
import { delayAfter, retryDelaysMs } from './schedule.ts'

/**
 * Makes due what waits for a time further off than the schedule can have set, and frees what is
 * claimed for twice as long as an attempt lasts: the clock was put back since. Twice, because an
 * attempt that another process makes now is not to be made again for a clock that was set right.
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
