import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { ColdpressError } from '#shared/errors.ts'
import { databaseError } from '../db/database-error.ts'
import { sqlite, sqliteCode } from '../db/sqlite-code.ts'

const retryMs = 50

/**
 * Notes that this process uses a data folder, so that none replaces it meanwhile. The lock is one of
 * SQLite's, shared by all who use the folder; the system releases it when a process dies. Where the
 * folder cannot be written at all, opening its databases says so in better words.
 * @returns ends the use
 * @throws ColdpressError `busy` while another process replaces the folder
 */
export const useHome = (home: string): (() => void) => {
  let connection: DatabaseSync | undefined
  try {
    connection = new DatabaseSync(lockPath(home), { timeout: 5_000 })
    // A read inside of a transaction holds the shared lock until its end.
    connection.exec('BEGIN; SELECT count(*) FROM sqlite_schema')
  } catch (error) {
    connection?.close()
    if (sqliteCode(error) === sqlite.busy) throw inUse(home)
    return () => undefined
  }
  const held = connection
  return () => {
    if (held.isOpen) held.close()
  }
}

/**
 * Runs while no other process uses the data folder.
 * @throws ColdpressError `busy` when another one still does after this time
 */
export const whileUnused = async <T>(
  home: string,
  patienceMs: number,
  work: () => Promise<T>,
): Promise<T> => {
  const path = lockPath(home)
  const connection = attempt(path, () => new DatabaseSync(path, { timeout: 0 }))
  try {
    for (let left = patienceMs / retryMs; !hasExclusive(connection, path); left -= 1) {
      if (left <= 0) throw inUse(home)
      await sleep(retryMs)
    }
    return await work()
  } finally {
    connection.close()
  }
}

const lockPath = (home: string): string => join(home, 'home.lock')

const attempt = <T>(path: string, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    throw databaseError(path, error)
  }
}

const hasExclusive = (connection: DatabaseSync, path: string): boolean => {
  try {
    connection.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if (sqliteCode(error) === sqlite.busy) return false
    throw databaseError(path, error)
  }
}

const inUse = (home: string): ColdpressError =>
  new ColdpressError(
    'busy',
    `Another Coldpress process uses the data folder ${home}. Close the window and end other commands, such as “studio serve”, then try again.`,
    { details: { rule: 'home_in_use' } },
  )
