import { createHash } from 'node:crypto'
import { close, closeSync, open, read, type Stats } from 'node:fs'
import { promisify } from 'node:util'
import type { ColdpressError } from '#values/errors/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { importErrors } from '#contract/imports/errors.ts'
import { accessReason, isDriveFault } from '#platform/disk/access-reason.ts'
import { driveReads, isDriveSilent } from '#platform/disk/drive-reads.ts'
import { quickStat } from '#platform/disk/quick-stat.ts'
import type { FileIdentity } from '../journal/image-cache.ts'

/** A source file as the plan saw it. */
export type PlannedFile = {
  readonly name: string
  readonly path: string
  readonly size: number
  readonly mtimeMs: number
}

/** Most images whole: every call for more wakes a thread, which costs more than the reading. */
const longestRead = 1024 * 1024
/** Buffers that no file is read through now: a fresh one for each would wait for the collector. */
const idleBuffers: Buffer[] = []

/**
 * The file as it is on the disk now, if it is still what the plan saw.
 * @throws ColdpressError `invalid` when it has changed or is gone, `timeout` where its drive is silent
 */
export const identify = async (file: PlannedFile, signal?: AbortSignal): Promise<FileIdentity> => {
  const ask = () => quickStat(file.path)
  const now = await driveReads.read(file.path, ask, { signal }).catch((error: unknown) => {
    signal?.throwIfAborted()
    if (isDriveSilent(error) || isDriveFault(error)) throw error
    throw errorBy(
      importErrors,
      'source_gone',
      { file: file.name },
      `${file.name} cannot be read any more: ${accessReason(error)}. Then run the import again.`,
      error,
    )
  })
  const identity = identityOf(file, now)
  if (identity === undefined) throw changedSource(file)
  return identity
}

/**
 * The same for many files; undefined for what has changed or cannot be read any more.
 * @throws ColdpressError `timeout` where their drive is silent
 */
export const identifyEach = async (
  files: readonly PlannedFile[],
  signal: AbortSignal,
): Promise<readonly (FileIdentity | undefined)[]> => {
  const ask = (path: string) => quickStat(path).catch(() => undefined)
  const found = await driveReads.readEach(
    files.map(({ path }) => path),
    ask,
    { signal },
  )
  return files.map((file, at) => {
    const now = found[at]
    return now && identityOf(file, now)
  })
}

/** Undefined where the file is not what the plan saw. */
const identityOf = (file: PlannedFile, now: Stats): FileIdentity | undefined =>
  now.size === file.size && now.mtimeMs === file.mtimeMs
    ? { path: file.path, size: now.size, mtimeMs: now.mtimeMs, inode: String(now.ino) }
    : undefined

export const changedSource = (file: PlannedFile): ColdpressError =>
  errorBy(
    importErrors,
    'source_changed',
    { file: file.name },
    `${file.name} was changed while the import ran. Run the import again to plan with the file as it is now.`,
  )

const opened = promisify(open)
const readInto = promisify(read)
const closed = promisify(close)

/**
 * Hex SHA-256 of a file of about `size` bytes; what comes short of the buffer behind these ends it.
 * @throws the signal's reason once aborted, and as {@link driveReads} where its drive is silent
 */
export const hashSourceFile = async (
  path: string,
  size: number,
  signal: AbortSignal,
): Promise<string> => {
  const hash = createHash('sha256')
  const ask = <T>(call: () => Promise<T>, onLate?: (late: T) => void): Promise<T> =>
    driveReads.read(path, call, { signal }, onLate)
  const file = await ask(() => opened(path, 'r'), closeSync)
  const buffer = idleBuffers.pop() ?? Buffer.allocUnsafeSlow(longestRead)
  let isRead = false
  try {
    let left = size
    for (let filled = buffer.length; filled === buffer.length || (filled > 0 && left > 0);) {
      filled = (await ask(() => readInto(file, buffer, 0, buffer.length, null))).bytesRead
      left -= filled
      hash.update(buffer.subarray(0, filled))
    }
    isRead = true
  } finally {
    // a call that was given up may still fill the buffer, and closing may wait for the drive
    const end = closed(file)
    if (isRead) await ask(() => end)
    else end.catch(() => undefined)
  }
  idleBuffers.push(buffer)
  return hash.digest('hex')
}
