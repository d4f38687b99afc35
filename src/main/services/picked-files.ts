import { ColdpressError } from '#shared/errors.ts'

/**
 * The files and folders that the user picked in the system's own dialog. Paths from the window are read only if
 * they are among them: a compromised page must not read the user's files by guessing.
 */
export type PickedFiles = {
  readonly add: (path: string) => void
  /** @throws ColdpressError `invalid` for a path that the user did not pick */
  readonly requirePicked: (path: string) => void
}

export const createPickedFiles = (): PickedFiles => {
  const paths = new Set<string>()
  return {
    add: (path) => {
      paths.add(path)
    },
    requirePicked: (path) => {
      if (paths.has(path)) return
      throw new ColdpressError(
        'invalid',
        `${path} was not chosen in a dialog since Coldpress was started. Choose it again.`,
        { details: { rule: 'file_not_picked' } },
      )
    },
  }
}
