import { open } from 'node:fs/promises'
import type { ColdpressError } from '#values/errors/errors.ts'
import { driveReads, isDriveSilent } from '#platform/disk/drive-reads.ts'

/** Enough where the image process has already waited for the same file. */
const timeoutMs = 5_000

/** The error of a file's drive, if that is why nothing comes of the file. */
export const silentDrive = async (path: string): Promise<ColdpressError | undefined> => {
  try {
    await driveReads.read(path, () => readFirstByte(path), { timeoutMs })
    return undefined
  } catch (error) {
    return isDriveSilent(error) ? error : undefined
  }
}

const readFirstByte = async (path: string): Promise<void> => {
  const file = await open(path)
  try {
    await file.read(Buffer.alloc(1), 0, 1, 0)
  } finally {
    await file.close()
  }
}
