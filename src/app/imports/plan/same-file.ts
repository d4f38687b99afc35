import type { FileEntry } from './plan-types.ts'

type FileOnDisk = Pick<FileEntry, 'path' | 'size' | 'mtimeMs'>

/** Whether the file is still as it was. */
export const isSameFile = (fileOnDisk: FileOnDisk, other: FileOnDisk): boolean =>
  fileOnDisk.path === other.path &&
  fileOnDisk.size === other.size &&
  fileOnDisk.mtimeMs === other.mtimeMs
