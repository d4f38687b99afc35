import type { Database } from '#core/db/database.ts'
import { deleteEnded } from './store.ts'

const retentionMs = 30 * 86_400_000
const everyMs = 3_600_000
const maxAtOnce = 500

/** Deletes deliveries 30 days after they ended, in small batches that don't block. */
export const createPruner = (database: Database, now: () => Date): (() => void) => {
  let nextAt = 0
  return () => {
    if (performance.now() < nextAt) return
    const before = new Date(now().getTime() - retentionMs).toISOString()
    const deleted = deleteEnded(database, before, maxAtOnce)
    nextAt = deleted === maxAtOnce ? 0 : performance.now() + everyMs
  }
}
