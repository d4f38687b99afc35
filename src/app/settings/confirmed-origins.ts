import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import type { Database, Schema } from '#platform/db/database.ts'

/** One row for each origin (scheme, host and port) to which the user allowed requests. */
export const confirmedOriginsSchema: Schema = {
  name: 'confirmed_origins',
  steps: [
    `CREATE TABLE confirmed_origins (
      origin TEXT PRIMARY KEY,
      confirmed_at TEXT NOT NULL
    ) STRICT`,
  ],
}

const originRow = z.object({ origin: shortText })

/** No call of the window writes here without the user's confirmation. */
export type ConfirmedOrigins = {
  readonly has: (origin: string) => boolean
  readonly add: (origin: string) => void
}

export const createConfirmedOrigins = ({
  db,
  now = () => new Date(),
}: {
  readonly db: Database
  readonly now?: () => Date
}): ConfirmedOrigins => ({
  has: (origin) =>
    db.get(originRow, 'SELECT origin FROM confirmed_origins WHERE origin = :origin', { origin }) !==
    undefined,
  add: (origin) => {
    db.insert(
      'confirmed_origins',
      { origin, confirmed_at: now().toISOString() },
      'ON CONFLICT DO NOTHING',
    )
  },
})
