import { platformErrors } from '#values/errors/platform-errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import {
  closeSync,
  constants,
  createReadStream,
  fsync,
  mkdirSync,
  openSync,
  renameSync,
} from 'node:fs'
import { link, lstat, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { ColdpressError } from '#values/errors/errors.ts'
import { diskError, fileError, systemCode } from './disk-error.ts'
import { temporaryName } from './temporary-file.ts'

/**
 * Creates a file that must not exist yet, lets `fill` write it and brings its bytes to the disk.
 * A file that could not be finished is removed.
 * @throws ColdpressError `disk_full`; whatever `fill` throws.
 */
export const writeDurably = async <T>(
  path: string,
  fill: (write: (chunk: Uint8Array) => Promise<void>) => Promise<T>,
): Promise<T> => {
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    throw diskError(error)
  })
  try {
    const result = await fill((chunk) => file.appendFile(chunk))
    await file.datasync()
    await file.close()
    return result
  } catch (error) {
    await file.close()
    await rm(path, { force: true })
    throw diskError(error)
  }
}

/**
 * Renames a finished, synced file atomically and durably: the folder is synced too. Creates missing
 * folders. Only the syncs use another thread: waking one takes ten times as long as a rename.
 */
export const renameDurably = async (from: string, to: string): Promise<void> => {
  try {
    if (!renameIfThere(from, to)) {
      await makeFolder(dirname(to))
      renameSync(from, to)
    }
    await syncFolder(dirname(to))
  } catch (error) {
    throw diskError(error)
  }
}

/**
 * Moves a file of any size like {@link renameDurably}, also to another disk: copied there, synced,
 * and removed here last.
 */
export const moveDurably = async (from: string, to: string): Promise<void> => {
  try {
    await renameDurably(from, to)
  } catch (error) {
    if (systemCode(error) !== 'EXDEV') throw error
    const temporary = `${to}.${temporaryName()}`
    try {
      await writeDurably(temporary, async (write) => {
        for await (const piece of createReadStream(from)) await write(piece)
      })
      await renameDurably(temporary, to)
    } finally {
      await rm(temporary, { force: true })
    }
    await removeFile(from)
  }
}

const makeFolder = async (folder: string): Promise<void> => {
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (made === undefined) return
  // each folder that was made has its name in the one above it
  for (let one = folder; one.length >= made.length; one = dirname(one))
    await syncFolder(dirname(one))
}

/** False when the file, or the folder it should go to, is not there. */
const renameIfThere = (from: string, to: string): boolean => {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false
    throw error
  }
}

const synced = promisify(fsync)

/** Windows cannot open a folder and keeps its names in a journal of its own. */
const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    await synced(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Replaces a file in one step, for its owner alone (mode 0600): after a crash the old bytes or
 * the new ones are there, never a mixture.
 * @throws ColdpressError `disk_full`, `internal` with the path and the system's reason
 */
export const replaceFile = async (
  path: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<void> => {
  const temporary = `${path}.${temporaryName()}`
  try {
    await writeDurably(temporary, async (write) => {
      if (bytes instanceof Uint8Array) await write(bytes)
      else for await (const piece of bytes) await write(piece)
    })
    await rename(temporary, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(temporary, { force: true })
    throw fileError(path, 'written', error)
  }
}

/** @throws ColdpressError `internal` when the file is there and cannot be read, or is a pipe. */
export const readFileIfThere = async (path: string): Promise<Uint8Array | undefined> => {
  try {
    // Non-blocking: a pipe without a writer would keep this thread, and the end of the process.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      if (!(await file.stat()).isFile()) throw notAFile(path)
      return await file.readFile()
    } finally {
      await file.close()
    }
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw fileError(path, 'read', error)
  }
}

const notAFile = (path: string): ColdpressError =>
  new ColdpressError(
    'internal',
    `${path} is no file, and Coldpress needs a file there. It was not read. Move it away, and put back the file that was there before.`,
    { details: { file: path } },
  )

/** Removes a file for good; one that is not there is no error. @throws ColdpressError `internal` */
export const removeFile = async (path: string): Promise<void> => {
  try {
    await rm(path, { force: true })
    await syncFolder(dirname(path))
  } catch (error) {
    throw fileError(path, 'removed', error)
  }
}

/** Error codes of file systems without hard links, such as those of memory sticks. */
const linklessCodes: ReadonlySet<string | undefined> = new Set([
  'EPERM',
  'ENOSYS',
  'ENOTSUP',
  'EOPNOTSUPP',
])

/**
 * As {@link replaceFile}, but keeps an existing file. On file systems with hard links that includes
 * a file created concurrently by another process.
 * @throws ColdpressError `conflict` when there is such a file, and as {@link replaceFile}
 */
export const createFile = async (path: string, bytes: Uint8Array): Promise<void> => {
  const temporary = `${path}.${temporaryName()}`
  try {
    await writeDurably(temporary, (write) => write(bytes))
    await moveWithoutReplacing(temporary, path)
  } catch (error) {
    throw fileError(path, 'written', error)
  } finally {
    await rm(temporary, { force: true })
  }
}

/**
 * Gives a finished, synced file its name, unless something has it.
 * @throws ColdpressError `conflict`
 */
export const moveWithoutReplacing = async (from: string, to: string): Promise<void> => {
  try {
    await link(from, to).catch(async (error: unknown) => {
      if (!linklessCodes.has(systemCode(error))) throw error
      if (await isThere(to)) throw taken(to)
      await rename(from, to)
    })
    await rm(from, { force: true })
    await syncFolder(dirname(to))
  } catch (error) {
    throw systemCode(error) === 'EEXIST' ? taken(to) : error
  }
}

const isThere = async (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

const taken = (path: string): ColdpressError =>
  errorBy(platformErrors, 'file_exists', {}, `${path} is there already and was left as it is.`)
