import { randomBytes } from 'node:crypto'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
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
    if (age <= abandonedAfterMs && isRunning(writer)) continue
    await removeOutside(path, writer)
    await rm(path, { force: true, recursive: true })
  }
}

/** In a temporary folder: the path of the unfinished file elsewhere that goes with it. */
const outsideNote = 'outside.txt'

/**
 * A temporary path beside a file of the user. It is noted in a temporary folder of the same process, so
 * that {@link sweepTemporaries} finds it if the process is killed.
 */
export const temporaryBeside = async (file: string, folder: string): Promise<string> => {
  const temporary = `${file}.${temporaryName()}`
  await writeFile(join(folder, outsideNote), temporary, { mode: 0o600, flush: true })
  return temporary
}

/** Removes what the note names, if its name is one that this writer gave. */
const removeOutside = async (folder: string, writer: number): Promise<void> => {
  const path = await readFile(join(folder, outsideNote), 'utf8').catch(() => '')
  const name = /[^.]+\.tmp$/u.exec(basename(path))?.[0] ?? ''
  if (writerOf(name) === writer) await rm(path, { force: true }).catch(() => undefined)
}
