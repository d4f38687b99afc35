import { randomBytes } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isRunning } from './running-process.ts'

/** A name for a file that is still being written; it tells which process writes it. */
export const temporaryName = (): string => `${process.pid}-${randomBytes(12).toString('hex')}.tmp`

const writerOf = (name: string): number | undefined => {
  const pid = /^(\d+)-[0-9a-f]{24}\.tmp$/.exec(name)?.[1]
  return pid === undefined ? undefined : Number(pid)
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
