import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { listOf, shortText } from '#values/bounds/bounded.ts'
import { openReadOnly } from './home-mark.ts'
import { sqlite, sqliteCode } from './sqlite-code.ts'

/** Slower, because `integrity_check` also compares every index with its table. */
export type DamageCheck = 'quick_check' | 'integrity_check'

const tableRow = z.object({ name: shortText })

/**
 * The damaged tables of a database; none when it is sound. Opens the file read-only.
 * @throws what SQLite throws for a file that cannot be opened, or whose list of tables cannot be
 * read
 */
export const findDamage = (path: string, check: DamageCheck): readonly string[] => {
  const connection = openReadOnly(path)
  try {
    const tables = tablesOf(connection)
    if (isSound(connection, check)) return []
    const damaged = tables.filter((name) => !isSound(connection, `${check}("${name}")`))
    return damaged.length === 0 ? ['pages of no table'] : damaged.map(tableNamed)
  } finally {
    connection.close()
  }
}

/** Like {@link findDamage}, for a file that SQLite reported as damaged. */
export const damagedParts = (path: string, check: DamageCheck): readonly string[] => {
  try {
    return findDamage(path, check)
  } catch {
    return [unreadable]
  }
}

/**
 * Like {@link damagedParts} by the quick check, table by table, so that a service answers others in
 * between. Damage outside of all tables is not found.
 */
export const findDamageInTurns = async (path: string): Promise<readonly string[]> => {
  const damaged: string[] = []
  let connection: DatabaseSync | undefined
  try {
    connection = openReadOnly(path)
    for (const name of tablesOf(connection)) {
      if (!isSound(connection, `quick_check("${name}")`)) damaged.push(tableNamed(name))
      await nextTurn()
    }
    return damaged
  } catch (error) {
    const code = sqliteCode(error)
    if (code !== sqlite.corrupt && code !== sqlite.notADatabase) throw error
    return [...damaged, unreadable]
  } finally {
    connection?.close()
  }
}

const unreadable = 'it cannot be read at all'

const tableNamed = (name: string): string => `table ${name}`

const tablesOf = (connection: DatabaseSync): readonly string[] =>
  listOf(tableRow)
    .parse(connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all())
    .map(({ name }) => name)

/** For some kinds of damage SQLite's checks fail; for others they return messages. */
const isSound = (connection: DatabaseSync, check: string): boolean => {
  try {
    const rows = connection.prepare(`PRAGMA ${check}`).all()
    return rows.length === 1 && Object.values(rows[0] ?? {}).includes('ok')
  } catch (error) {
    if (sqliteCode(error) === sqlite.corrupt) return false
    throw error
  }
}
