import { randomBytes } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ColdpressError } from '../../shared/errors.ts'

/**
 * Replaces a file in one step, for its owner alone (mode 0600): after a crash the old bytes or
 * the new ones are there, never a mixture.
 * @throws ColdpressError `internal` with the path and the system's reason.
 */
export const writeFileAtomic = async (path: string, bytes: Uint8Array): Promise<void> => {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.datasync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(temporary, { force: true })
    throw fileFault(path, 'written', error)
  }
}

/** @throws ColdpressError `internal` when the file is there and cannot be read. */
export const readFileIfThere = async (path: string): Promise<Uint8Array | undefined> => {
  try {
    return await readFile(path)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw fileFault(path, 'read', error)
  }
}

/** @throws ColdpressError `internal` */
export const removeFile = async (path: string): Promise<void> => {
  try {
    await rm(path, { force: true })
    await syncFolder(dirname(path))
  } catch (error) {
    throw fileFault(path, 'removed', error)
  }
}

/** A rename or removal lasts only once its folder is on disk. Windows opens no folders and needs none of this. */
const syncFolder = async (path: string): Promise<void> => {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const systemCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'unknown'

const fileFault = (path: string, verb: string, error: unknown): ColdpressError =>
  new ColdpressError(
    'internal',
    `${path} cannot be ${verb} (${systemCode(error)}). Check the disk and the folder's permissions.`,
    { cause: error },
  )
