import { pickedFileErrors } from '#contract/window/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { isReadUnpicked, isTableName } from '#contract/imports/import-formats.ts'

/**
 * The files and folders that the user picked in the system's own dialog. Paths from the window are read only if
 * they are among them: a compromised page must not read the user's files by guessing.
 */
export type PickedFiles = {
  readonly add: (path: string) => void
  readonly has: (path: string) => boolean
  /** @throws ColdpressError `invalid` for a path that the user did not pick */
  readonly requirePicked: (path: string) => void
}

export const createPickedFiles = (): PickedFiles => {
  const paths = new Set<string>()
  return {
    add: (path) => {
      paths.add(path)
    },
    has: (path) => paths.has(path),
    requirePicked: (path) => {
      if (paths.has(path)) return
      throw errorBy(
        pickedFileErrors,
        'file_not_picked',
        {},
        `${path} was not chosen in a dialog since Coldpress was started. Choose it again.`,
      )
    },
  }
}

/**
 * A folder to import may be typed, dropped or given to the program, and its table named: of such a
 * folder the window learns its names, its images, its table and what describes its tokens, and of no
 * other file anything. A table of another name must have been picked. A folder that was picked is
 * opened with `opensAll`, which also finds tables under other names.
 */
export const requireTable = (table: string | null, picked: PickedFiles): void => {
  if (table !== null && !(isTableName(table) && isReadUnpicked(table))) picked.requirePicked(table)
}
