import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ColdpressError } from '#values/errors/errors.ts'
import { replaceFile } from '#platform/disk/durable-file.ts'
import type { SigningInbox } from '#app/signing/signing-inbox.ts'
import type { ServicesDeps } from '../services-deps.ts'

/**
 * Saves exports to paths that the user picks: one to a file, several to a folder.
 * @returns the paths; null when the user cancels
 * @throws ColdpressError `conflict` when the folder has a file of such a name
 */
export const saveAnswers = async (
  inbox: Pick<SigningInbox, 'answer'>,
  dialogs: ServicesDeps['dialogs'],
  id: string,
  names: readonly string[],
): Promise<readonly string[] | null> => {
  const files = names.map((name) => inbox.answer(id, name))
  const [only, ...more] = files
  if (only !== undefined && more.length === 0) {
    const path = await dialogs.saveFile(only.name)
    if (path === null) return null
    await replaceFile(path, only.bytes)
    return [path]
  }
  const folder = await dialogs.pickFolder()
  if (folder === null) return null
  const paths = files.map(({ name }) => join(folder, name))
  const there = paths.find((path) => existsSync(path))
  if (there !== undefined)
    throw new ColdpressError(
      'conflict',
      `${there} is there already; nothing was written. Choose another folder, or move that file away.`,
    )
  for (const [position, { bytes }] of files.entries())
    await replaceFile(paths[position] ?? '', bytes)
  return paths
}
