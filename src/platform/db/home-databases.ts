import { type DamageCheck, findDamage } from './damage.ts'
import { databaseError, emptyDatabase } from './database-error.ts'
import { type HomeDatabase, databasePath } from './database-names.ts'
import { databasesOf, requireSound } from './open-database.ts'
import { requireRegularFile } from './regular-file.ts'

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
