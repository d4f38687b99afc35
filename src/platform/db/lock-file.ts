import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseError } from './database-error.ts'
import { requireRegularFile } from './regular-file.ts'
import { sqlite, sqliteCode } from './sqlite-code.ts'

const retryMs = 25

/**
 * Locks a file against all other processes. Node has no file locks; SQLite has them on every
 * platform, and the system releases them when a process dies, so no lock is ever stale.
 * @returns releases the lock; undefined when another process still holds it after `patienceMs`
 */
export const lockFile = async (
  path: string,
  patienceMs: number,
): Promise<(() => void) | undefined> => {
  let connection: DatabaseSync | undefined
  try {
    requireRegularFile(path)
    const opened = new DatabaseSync(path, { timeout: 0 })
    connection = opened
    let isLocked = tryExclusive(opened)
    for (let left = patienceMs; !isLocked && left > 0; left -= retryMs) {
      await sleep(retryMs)
      isLocked = tryExclusive(opened)
    }
    if (isLocked) return () => opened.close()
  } catch (error) {
    connection?.close()
    throw databaseError(path, error)
  }
  connection.close()
  return undefined
}

/**
 * Locks a file against those who {@link lockFile}, together with all who share the lock.
 * @returns releases the lock; undefined while another process has it to itself
 * @throws what SQLite throws
 */
export const shareLock = (path: string): (() => void) | undefined => {
  requireRegularFile(path)
  const connection = new DatabaseSync(path, { timeout: 5_000 })
  try {
    // A read inside of a transaction holds the shared lock until its end.
    connection.exec('BEGIN; SELECT count(*) FROM sqlite_schema')
  } catch (error) {
    connection.close()
    if (sqliteCode(error) === sqlite.busy) return undefined
    throw error
  }
  return () => {
    if (connection.isOpen) connection.close()
  }
}

const tryExclusive = (connection: DatabaseSync): boolean => {
  try {
    connection.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if (sqliteCode(error) === sqlite.busy) return false
    throw error
  }
}
