import { randomBytes } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isRunning } from './running-process.ts'

/** A name for an unfinished file or folder; it contains the writing process's id. */
export const temporaryName = (): string => `${process.pid}-${randomBytes(12).toString('hex')}.tmp`

const writerOf = (name: string): number | undefined => {
  const pid = /^(?:[a-z]+-)?(\d+)-[0-9a-f]{24}\.tmp$/.exec(name)?.[1]
  return pid === undefined ? undefined : Number(pid)
}

/** What cannot be removed now is swept later with others: it must not hide why the work ended. */
export const removeTemporaries = async (paths: Iterable<string | undefined>): Promise<void> => {
  for (const path of paths)
    if (path !== undefined) await rm(path, { force: true }).catch(() => undefined)
}

const abandonedAfterMs = 24 * 60 * 60 * 1000

/**
 * Removes unfinished files and folders of killed processes. Other processes may be writing here, so it removes
 * only our own names, and only if the process is gone or the file is unchanged for a day (a dead
 * process's number may be reused).
 */
export const sweepTemporaries = async (folder: string, now: Date): Promise<void> => {
  for (const name of await readdir(folder)) {
    const writer = writerOf(name)
    if (writer === undefined) continue
    const path = join(folder, name)
    const age = now.getTime() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? 0)
    if (age > abandonedAfterMs || !isRunning(writer))
      await rm(path, { force: true, recursive: true })
  }
}
