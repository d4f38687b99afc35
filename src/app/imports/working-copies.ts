import { mkdir, readdir, realpath, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { removeFile, replaceFile } from '#platform/disk/durable-file.ts'
import { systemCode } from '#platform/disk/disk-error.ts'
import type { Table } from './table/table-types.ts'
import { writeTable } from './table/write-table.ts'

/**
 * Fixed tables that imports run from, in `<home>/imports/`: the user's own file is never written.
 * A job names its table's path, so a copy stays as long as a job that may go on names it.
 */
export interface WorkingCopies {
  /** Writes or replaces the copy in one step. @returns its path. @throws ColdpressError `disk_full` */
  write(id: string, table: Table): Promise<string>
  /** No error when there is none. */
  remove(id: string): Promise<void>
  /** Removes every copy that is not among these paths and was not written just now. */
  sweep(needed: ReadonlySet<string>): Promise<void>
}

/** Between a copy's writing and its job's beginning the folder is scanned and planned. */
const freshMs = 60 * 60 * 1000

export const createWorkingCopies = (home: string, now: () => Date): WorkingCopies => {
  const folder = join(home, 'imports')
  return {
    write: async (id, table) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // A job names its table by the path without links; the same copy must have the same name.
      const path = join(await realpath(folder), `${id}.csv`)
      await replaceFile(path, writeTable(table))
      return path
    },
    remove: (id) => removeFile(join(folder, `${id}.csv`)).catch(ifFolderThere),
    sweep: async (needed) => {
      const root = await realpath(folder).catch(() => undefined)
      if (root === undefined) return
      for (const name of await readdir(root)) {
        const path = join(root, name)
        const age = now().getTime() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? 0)
        if (!needed.has(path) && age > freshMs) await rm(path, { force: true })
      }
    },
  }
}

/** Where no copy was ever written there is no folder either. */
const ifFolderThere = (error: unknown): void => {
  const cause = error instanceof Error ? error.cause : undefined
  if (systemCode(cause) !== 'ENOENT') throw error
}
