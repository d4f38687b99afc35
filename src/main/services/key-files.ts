import { join } from 'node:path'
import { createFile, replaceFile } from '#platform/disk/durable-file.ts'
import type { ServicesDeps } from './services-deps.ts'

/** Paths that the user picked in a dialog. */
export type KeyFileService = {
  /** The paths written so far. */
  readonly paths: readonly string[]
  /** @throws ColdpressError `conflict` in a folder that has a file of this name */
  readonly write: (name: string, bytes: Uint8Array) => Promise<void>
}

/**
 * Asks where to save files of these names: one to a file, whose dialog asks before replacing
 * another; several to a folder, where existing files stay, because a key may exist nowhere else.
 * @returns null when the user cancels
 */
export const chooseKeyFilePaths = async (
  dialogs: Pick<ServicesDeps['dialogs'], 'saveFile' | 'pickFolder'>,
  names: readonly string[],
): Promise<KeyFileService | null> => {
  const [only, ...more] = names
  const paths: string[] = []
  if (only !== undefined && more.length === 0) {
    const path = await dialogs.saveFile(only)
    if (path === null) return null
    const write = async (_name: string, bytes: Uint8Array): Promise<void> => {
      await replaceFile(path, bytes)
      paths.push(path)
    }
    return { paths, write }
  }
  const folder = await dialogs.pickFolder()
  if (folder === null) return null
  const write = async (name: string, bytes: Uint8Array): Promise<void> => {
    const path = join(folder, name)
    await createFile(path, bytes)
    paths.push(path)
  }
  return { paths, write }
}
