import { open, rename, rm } from 'node:fs/promises'
import { ColdpressError, messageOf } from '../shared/errors.ts'

/**
 * Writes a file that its owner alone may read: temp, sync, rename, so that there is the whole file
 * or none. An older file of that name stays until then.
 * @throws ColdpressError `usage` when the path cannot be written
 */
export const writeOwnerFile = async (path: string, bytes: Uint8Array): Promise<void> => {
  const temporary = `${path}.${process.pid}.tmp`
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.datasync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw new ColdpressError('usage', `${path} cannot be written: ${messageOf(error)}`, {
      cause: error,
    })
  }
}
