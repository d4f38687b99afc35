import { dirname, join } from 'node:path'
import { folderOfName } from '../plan/match-files.ts'
import { fileStem } from '../plan/match-files.ts'
import type { FileEntry } from '../plan/plan-types.ts'

/** The still image of a video, made or not: the file beside it of its name. */
export const posterOf = (
  { name, path }: FileEntry,
  ending: string,
): Pick<FileEntry, 'name' | 'path'> => {
  const own = `${fileStem(name)}${ending}`
  return { name: `${folderOfName(name)}${own}`, path: join(dirname(path), own) }
}
