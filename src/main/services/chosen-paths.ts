import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ColdpressError } from '#values/errors/errors.ts'
import { createFile, replaceFile } from '#platform/disk/durable-file.ts'
import type { ServicesDeps } from './services-deps.ts'

type Dialogs = Pick<ServicesDeps['dialogs'], 'saveFile' | 'pickFolder'>

export type ChosenPaths = {
  /** In the order of the names. */
  readonly paths: readonly string[]
  /** @throws ColdpressError `conflict` in a folder that has a file of this name */
  readonly write: (name: string, bytes: Uint8Array) => Promise<void>
}

/**
 * Asks where to save files of these names: one to a file, whose dialog asks before replacing
 * another; several to a folder, where existing files stay, because a key may exist nowhere else.
 * @returns null when the user cancels
 */
export const choosePaths = async (
  dialogs: Dialogs,
  names: readonly string[],
): Promise<ChosenPaths | null> => {
  const [only, ...more] = names
  if (only !== undefined && more.length === 0) {
    const path = await dialogs.saveFile(only)
    return path === null
      ? null
      : { paths: [path], write: (_name, bytes) => replaceFile(path, bytes) }
  }
  const folder = await dialogs.pickFolder()
  return folder === null
    ? null
    : {
        paths: names.map((name) => join(folder, name)),
        write: (name, bytes) => createFile(join(folder, name), bytes),
      }
}

/**
 * Saves files where the user chooses.
 * @returns the paths; null when the user cancels
 * @throws ColdpressError `conflict` when the folder has a file of such a name, before any is written
 */
export const saveFiles = async (
  dialogs: Dialogs,
  files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
): Promise<readonly string[] | null> => {
  const chosen = await choosePaths(
    dialogs,
    files.map(({ name }) => name),
  )
  if (chosen === null) return null
  const { paths, write } = chosen
  const taken = paths.length === 1 ? undefined : paths.find((path) => existsSync(path))
  if (taken !== undefined)
    throw new ColdpressError(
      'conflict',
      `${taken} is there already; nothing was written. Choose another folder, or move that file away.`,
    )
  for (const { name, bytes } of files) await write(name, bytes)
  return paths
}
