import type { FileEntry } from './plan-types.ts'

type FileOnDisk = Pick<FileEntry, 'path' | 'size' | 'mtimeMs'>

/** Whether the file is still as it was. */
export const isSameFile = (one: FileOnDisk, other: FileOnDisk): boolean =>
  one.path === other.path && one.size === other.size && one.mtimeMs === other.mtimeMs
