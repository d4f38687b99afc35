import { rmSync } from 'node:fs'
import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { otherTables, tooNew } from './database-error.ts'
import { schemaFingerprint, type Schema } from './schema.ts'

/** The part of a database that migrations use. */
type Migrated = {
  run(
    sql: string,
    parameters: Readonly<Record<string, string | number>> | readonly string[],
  ): number
  script(sql: string): void
  get<T extends z.ZodType>(
    row: T,
    sql: string,
    parameters: Readonly<Record<string, string>>,
  ): z.output<T> | undefined
  transact(work: () => void): void
}

const versionRow = z.object({ version: z.int(), fingerprint: shortText })

/**
 * Brings every schema to its newest version. Nothing changes unless all of them can be opened.
 * Before tables with data change, the file is copied.
 * @throws ColdpressError `corrupt` for tables of a newer version, or of a checkout with other steps
 */
export const migrate = (database: Migrated, schemas: readonly Schema[], path: string): void => {
  if (hasOldVersions(database)) throw otherTables(path)
  database.script(
    `CREATE TABLE IF NOT EXISTS schema_versions (
      name TEXT PRIMARY KEY, version INTEGER NOT NULL, fingerprint TEXT NOT NULL
    ) STRICT`,
  )
  const pending = schemas.filter((schema) => isPending(database, schema, path))
  const inUse = pending.filter((schema) => versionOf(database, schema) > 0)
  if (inUse.length > 0 && path !== ':memory:') copyBefore(database, path)
  for (const schema of pending) {
    database.transact(() => {
      // another process may have done it since
      if (!isPending(database, schema, path)) return
      const { name, steps } = schema
      for (const step of steps.slice(versionOf(database, schema))) database.script(step)
      database.run(
        `INSERT INTO schema_versions (name, version, fingerprint) VALUES (:name, :version, :fingerprint)
         ON CONFLICT (name) DO UPDATE SET version = :version, fingerprint = :fingerprint`,
        { name, version: steps.length, fingerprint: schemaFingerprint(steps) },
      )
    })
  }
}

/** Checkouts before the first release stored versions without a fingerprint. */
const hasOldVersions = (database: Migrated): boolean =>
  database.get(
    z.object({ columns: z.int() }),
    `SELECT count(*) AS columns FROM pragma_table_info('schema_versions')
     HAVING count(*) > 0 AND sum(name = 'fingerprint') = 0`,
    {},
  ) !== undefined

const storedOf = (database: Migrated, { name }: Schema): z.output<typeof versionRow> | undefined =>
  database.get(versionRow, 'SELECT version, fingerprint FROM schema_versions WHERE name = :name', {
    name,
  })

const versionOf = (database: Migrated, schema: Schema): number =>
  storedOf(database, schema)?.version ?? 0

/** @throws ColdpressError `corrupt` for a newer version, or one made by other steps */
const isPending = (database: Migrated, schema: Schema, path: string): boolean => {
  const { name, steps } = schema
  const stored = storedOf(database, schema)
  if (stored === undefined) return steps.length > 0
  const { version, fingerprint } = stored
  if (version > steps.length)
    throw tooNew(path, { schema: name, found: version, known: steps.length })
  if (fingerprint !== schemaFingerprint(steps.slice(0, version)))
    throw otherTables(path, { schema: name, found: version })
  return version < steps.length
}

/** A new name for each copy: an earlier one may be the only copy of something. */
const copyBefore = (database: Migrated, path: string): void => {
  const copy = `${path}.before-update-${Date.now().toString(36)}-${process.pid}`
  try {
    database.run('VACUUM INTO ?', [copy])
  } catch (error) {
    rmSync(copy, { force: true })
    throw error
  }
}
