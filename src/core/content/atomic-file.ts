import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ColdpressError } from '../../shared/errors.ts'

/** A name for a file that is still being written; it tells which process writes it. */
export const temporaryName = (): string => `${process.pid}-${randomBytes(12).toString('hex')}.tmp`

const writerOf = (name: string): number | undefined => {
  const pid = /^(\d+)-[0-9a-f]{24}\.tmp$/.exec(name)?.[1]
  return pid === undefined ? undefined : Number(pid)
}

/**
 * Creates a file that must not exist yet, lets `fill` write it and brings its bytes to the disk.
 * A file that could not be finished is removed.
 * @throws ColdpressError `disk_full`; whatever `fill` throws.
 */
export const writeDurably = async <T>(
  path: string,
  fill: (write: (chunk: Uint8Array) => Promise<void>) => Promise<T>,
): Promise<T> => {
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      const result = await fill((chunk) => file.appendFile(chunk))
      await file.datasync()
      return result
    } finally {
      await file.close()
    }
  } catch (error) {
    await rm(path, { force: true })
    throw diskFault(error)
  }
}

/** Brings the bytes of a file that another has written to the disk. */
export const syncFile = async (path: string): Promise<void> => {
  const file = await open(path, 'r+')
  try {
    await file.datasync()
  } catch (error) {
    throw diskFault(error)
  } finally {
    await file.close()
  }
}

/**
 * Gives a finished, synced file its name, in one step and for good: also the folder is synced.
 * Folders that are missing are made.
 */
export const renameDurably = async (from: string, to: string): Promise<void> => {
  try {
    const folder = dirname(to)
    const made = await mkdir(folder, { recursive: true, mode: 0o700 })
    await rename(from, to)
    await syncFolder(folder)
    if (made !== undefined) await syncFolder(dirname(made))
  } catch (error) {
    throw diskFault(error)
  }
}

/** Windows cannot open a folder and keeps its names in a journal of its own. */
const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const abandonedAfterMs = 24 * 60 * 60 * 1000

/**
 * Removes what killed processes left half written. Another process may be writing here now: only
 * files of processes that are gone, or that nobody has touched for a day (the number of a dead
 * process may be in use again), are removed; and no file that we did not name.
 */
export const sweepTemporaries = async (folder: string, now: Date): Promise<void> => {
  for (const name of await readdir(folder)) {
    const writer = writerOf(name)
    if (writer === undefined) continue
    const path = join(folder, name)
    const age = now.getTime() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? 0)
    if (age > abandonedAfterMs || !isRunning(writer)) await rm(path, { force: true })
  }
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user answers EPERM: it runs.
    return systemCode(error) !== 'ESRCH'
  }
}

const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

const diskFault = (error: unknown): unknown =>
  fullCodes.has(systemCode(error))
    ? new ColdpressError(
        'disk_full',
        'The disk has no room left for this file. Free some space and try again: what is already stored is kept.',
        { details: { system: systemCode(error) }, cause: error },
      )
    : error

const systemCode = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined
