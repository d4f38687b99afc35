import { rmSync } from 'node:fs'
import { z } from 'zod'
import { tooNew } from './database-error.ts'
import type { Schema } from './schema.ts'

/** What a migration needs of a database. */
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

const versionRow = z.object({ version: z.int() })

/**
 * Brings every schema to its newest version. Nothing is changed unless all of them can be opened,
 * and a copy of the file is made before tables that were in use are changed.
 */
export const migrate = (database: Migrated, schemas: readonly Schema[], path: string): void => {
  database.script(
    'CREATE TABLE IF NOT EXISTS schema_versions (name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT',
  )
  const pending = schemas.filter((schema) => isPending(schema, versionOf(database, schema), path))
  const inUse = pending.filter((schema) => versionOf(database, schema) > 0)
  if (inUse.length > 0 && path !== ':memory:') copyBefore(database, path)
  for (const schema of pending) {
    database.transact(() => {
      // another process may have done it since
      const current = versionOf(database, schema)
      if (!isPending(schema, current, path)) return
      for (const step of schema.steps.slice(current)) database.script(step)
      database.run(
        'INSERT INTO schema_versions (name, version) VALUES (:name, :version) ON CONFLICT (name) DO UPDATE SET version = :version',
        { name: schema.name, version: schema.steps.length },
      )
    })
  }
}

const versionOf = (database: Migrated, { name }: Schema): number =>
  database.get(versionRow, 'SELECT version FROM schema_versions WHERE name = :name', { name })
    ?.version ?? 0

/** @throws ColdpressError `corrupt` for a version to come */
const isPending = ({ name, steps }: Schema, current: number, path: string): boolean => {
  if (current > steps.length)
    throw tooNew(path, { schema: name, found: current, known: steps.length })
  return current < steps.length
}

/** Beside the file, under a name of its own: an earlier copy may be all that is left of something. */
const copyBefore = (database: Migrated, path: string): void => {
  const copy = `${path}.before-update-${Date.now().toString(36)}-${process.pid}`
  try {
    database.run('VACUUM INTO ?', [copy])
  } catch (error) {
    rmSync(copy, { force: true })
    throw error
  }
}
