import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { ColdpressError } from '#shared/errors.ts'
import { databaseError } from '../db/database-error.ts'
import { sqlite, sqliteCode } from '../db/sqlite-code.ts'

const retryMs = 25

/**
 * Locks a home's vault against all other processes. Node has no file locks; SQLite has them on
 * every platform, and the system releases them when a process dies, so no lock is ever stale.
 * @returns releases the lock
 * @throws ColdpressError `timeout` when another process holds it for longer than `timeoutMs`
 */
export const lockHome = async (home: string, timeoutMs: number): Promise<() => void> => {
  const path = join(home, 'vault.lock')
  const connection = openLockFile(path)
  const attempts = Math.ceil(timeoutMs / retryMs)
  try {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      if (tryExclusive(connection, path)) return () => connection.close()
      await sleep(retryMs)
    }
  } catch (error) {
    connection.close()
    throw error
  }
  connection.close()
  throw new ColdpressError(
    'timeout',
    'Another Coldpress process is changing the vault and does not finish. Close it, then try again.',
  )
}

const openLockFile = (path: string): DatabaseSync => {
  try {
    return new DatabaseSync(path, { timeout: 0 })
  } catch (error) {
    throw databaseError(path, error)
  }
}

const tryExclusive = (connection: DatabaseSync, path: string): boolean => {
  try {
    connection.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if (sqliteCode(error) === sqlite.busy) return false
    throw databaseError(path, error)
  }
}
