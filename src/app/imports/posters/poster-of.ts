import { dirname, join } from 'node:path'
import { folderOf } from '../plan/match-files.ts'
import { stemOf } from '../plan/match-files.ts'
import type { FileEntry } from '../plan/plan-types.ts'

/** The still image of a video, made or not: the file beside it of its name. */
export const posterOf = (
  { name, path }: FileEntry,
  ending: string,
): Pick<FileEntry, 'name' | 'path'> => {
  const own = `${stemOf(name)}${ending}`
  return { name: `${folderOf(name)}${own}`, path: join(dirname(path), own) }
}
