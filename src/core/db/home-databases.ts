import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Check, findDamage } from './damage.ts'
import { databaseError } from './database-error.ts'

/** Result of checking one database of a home; `parts` names the damaged tables. */
export type CheckedDatabase = {
  readonly path: string
  readonly parts: readonly string[]
  /** Why the file could not be checked. */
  readonly error?: unknown
}

const folders = ['.', 'content', 'studio', 'submissions'] as const

/**
 * Checks every database of a data folder separately, so that a damaged one does not hide others.
 */
export const checkDatabases = (home: string, check: Check): readonly CheckedDatabase[] =>
  folders.flatMap((folder) => databasesIn(join(home, folder))).map((path) => checked(path, check))

const databasesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.db'))
      .toSorted()
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}

const checked = (path: string, check: Check): CheckedDatabase => {
  try {
    return { path, parts: findDamage(path, check) }
  } catch (error) {
    return { path, parts: [], error: databaseError(path, error) }
  }
}
