import { mkdir, readdir, realpath, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { removeFile, replaceFile } from '#platform/disk/durable-file.ts'
import { systemCode } from '#platform/disk/disk-error.ts'
import type { Imports } from './imports.ts'
import { hasOpenRows } from './summary.ts'
import type { Table } from './table/table-types.ts'
import { writeTable } from './table/write-table.ts'

/**
 * Fixed tables that imports run from, in `<home>/imports/`: the user's own file is never written.
 * A job names its table's path, so a copy stays as long as a job needs it: one that may go on, or
 * whose rows may be fixed.
 */
export interface WorkingCopies {
  /** Writes or replaces the copy in one step. @returns its path. @throws ColdpressError `disk_full` */
  write(draft: string, table: Table): Promise<string>
  /** The jobs that need the draft's copy. */
  jobsFrom(draft: string): readonly string[]
  /** The draft whose copy a job runs from; undefined where it runs from the user's own table. */
  copyOf(job: string): string | undefined
  /** Removes the draft's copy, if there is one, unless a job needs it. */
  release(draft: string): Promise<void>
  /** The same for the copy that a job runs from. */
  releaseOf(job: string): Promise<void>
  /** Removes every copy that no job needs and that was not written just now. */
  sweep(): Promise<void>
}

/** Between a copy's writing and its job's beginning the folder is scanned and planned. */
const freshMs = 60 * 60 * 1000

export const createWorkingCopies = ({
  home,
  imports,
  now = () => new Date(),
  onError,
}: {
  readonly home: string
  readonly imports: Pick<Imports, 'jobs' | 'status'>
  readonly now?: () => Date
  /** What could not be removed stays, and is swept later. */
  readonly onError: (error: unknown) => void
}): WorkingCopies => {
  const folder = join(home, 'imports')
  const needing = () =>
    imports
      .jobs()
      .filter(
        ({ id, state, own_table: own }) =>
          state !== 'cancelled' &&
          (state !== 'done' || (own !== null && hasOpenRows(imports.status(id)))),
      )
  const jobsFrom = (draft: string) =>
    needing()
      .filter(({ table_path: path }) => basename(path) === `${draft}.csv`)
      .map(({ id }) => id)
  const copyOf = (job: string): string | undefined => {
    const { own_table: own, table_path: path } = imports.status(job).job
    return own === null ? undefined : basename(path, '.csv')
  }
  const release = async (draft: string): Promise<void> => {
    if (jobsFrom(draft).length > 0) return
    await removeFile(join(folder, `${draft}.csv`))
      .catch(ifFolderThere)
      .catch(onError)
  }
  const removeUnneeded = async (): Promise<void> => {
    const root = await realpath(folder).catch(() => undefined)
    if (root === undefined) return
    const needed = new Set(needing().map(({ table_path: path }) => path))
    for (const name of await readdir(root)) {
      const path = join(root, name)
      const age = now().getTime() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? 0)
      if (!needed.has(path) && age > freshMs) await rm(path, { force: true })
    }
  }
  return {
    write: async (draft, table) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // A job names its table by the path without links; the same copy must have the same name.
      const path = join(await realpath(folder), `${draft}.csv`)
      await replaceFile(path, writeTable(table))
      return path
    },
    jobsFrom,
    copyOf,
    release,
    releaseOf: async (job) => {
      const draft = copyOf(job)
      if (draft !== undefined) await release(draft)
    },
    sweep: () => removeUnneeded().catch(onError),
  }
}

/** Where no copy was ever written there is no folder either. */
const ifFolderThere = (error: unknown): void => {
  const cause = error instanceof Error ? error.cause : undefined
  if (systemCode(cause) !== 'ENOENT') throw error
}
