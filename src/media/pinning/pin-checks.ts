import { z } from 'zod'
import { type PinCheckResult, pinCheckResult } from '#contract/pins/pin-target.ts'
import { columns, type Database } from '#platform/db/database.ts'

/** The last check of each pin target. */
export const pinChecksTable = `CREATE TABLE pin_checks (
  target TEXT PRIMARY KEY,
  result TEXT NOT NULL
) STRICT, WITHOUT ROWID`

/** Errors were texts once; a check that failed is soon repeated. */
export const errorsWithDetails = `DELETE FROM pin_checks
  WHERE json_extract(result, '$.error') IS NOT NULL`

const checkRow = z.object({ result: columns.json(pinCheckResult) })

export type PinChecks = {
  readonly list: () => readonly PinCheckResult[]
  /** Replaces the target's earlier one. */
  readonly store: (result: PinCheckResult) => void
}

export const createPinChecks = (db: Database): PinChecks => ({
  list: () =>
    db.all(checkRow, 'SELECT result FROM pin_checks ORDER BY target').map(({ result }) => result),
  store: (result) => {
    db.upsert('pin_checks', { target: result.name, result: JSON.stringify(result) }, 'target')
  },
})
