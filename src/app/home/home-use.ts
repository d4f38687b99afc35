import { homeErrors } from '#contract/home/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { join } from 'node:path'
import { type ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import { lockFile, shareLock } from '#platform/db/lock-file.ts'

/**
 * Notes that this process uses a data folder, so that none replaces it meanwhile. The lock is one of
 * SQLite's, shared by all who use the folder; the system releases it when a process dies. Where the
 * folder cannot be written at all, opening its databases says so in better words.
 * @returns ends the use
 * @throws ColdpressError `busy` while another process replaces the folder
 */
export const useHome = (home: string): (() => void) => {
  const release = tryShared(lockPath(home))
  if (release === undefined) throw inUse(home)
  return release
}

const tryShared = (path: string): (() => void) | undefined => {
  try {
    return shareLock(path)
  } catch (error) {
    if (isColdpressError(error)) throw error
    return () => undefined
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
  const release = await lockFile(lockPath(home), patienceMs)
  if (release === undefined) throw inUse(home)
  try {
    return await work()
  } finally {
    release()
  }
}

const lockPath = (home: string): string => join(home, 'home.lock')

const inUse = (home: string): ColdpressError =>
  errorBy(
    homeErrors,
    'home_in_use',
    {},
    `Another Coldpress process uses the data folder ${home}. Close the window and end other commands, such as “studio serve”, then try again.`,
  )
