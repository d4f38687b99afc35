import { backup } from 'node:sqlite'
import { findDamage } from './damage.ts'
import { damagedDatabase, databaseError } from './database-error.ts'
import { openReadOnly } from './home-mark.ts'

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
