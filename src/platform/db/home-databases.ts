import { backup } from 'node:sqlite'
import { type DamageCheck, findDamage } from './damage.ts'
import { damagedDatabase, databaseError, emptyDatabase } from './database-error.ts'
import { databasePath, type HomeDatabase } from './database-names.ts'
import { databasesOf, requireSound } from './open-database.ts'
import { requireRegularFile } from './regular-file.ts'
import { openReadOnly } from './home-mark.ts'

/** Result of checking one database of a home; `parts` names the damaged tables. */
export type CheckedDatabase = {
  readonly path: string
  readonly parts: readonly string[]
  /** Why the file could not be checked, or is not this home's. */
  readonly error?: unknown
}

/**
 * Checks every database that a data folder has or should have, each for itself, so that a damaged one
 * does not hide others.
 */
export const checkDatabases = (home: string, check: DamageCheck): readonly CheckedDatabase[] =>
  databasesOf(home).map((name) => checked({ home, name }, check))

const checked = (at: HomeDatabase, check: DamageCheck): CheckedDatabase => {
  const path = databasePath(at)
  try {
    requireSound(at)
    if (requireRegularFile(path) === 0) throw emptyDatabase(path)
    return { path, parts: findDamage(path, check) }
  } catch (error) {
    return { path, parts: [], error: databaseError(path, error) }
  }
}

/**
 * A whole copy of a database that other processes may be writing to (SQLite's backup API, which
 * copies damaged pages as they are).
 * @throws ColdpressError `corrupt` naming the damaged tables
 */
export const snapshotDatabase = async (from: string, to: string): Promise<void> => {
  try {
    const connection = openReadOnly(from, 10_000)
    try {
      await backup(connection, to)
    } finally {
      connection.close()
    }
    const parts = findDamage(to, 'quick_check')
    if (parts.length > 0) throw damagedDatabase(from, parts)
  } catch (error) {
    throw databaseError(from, error)
  }
}
