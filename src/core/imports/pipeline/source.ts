import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { ColdpressError, messageOf } from '../../../shared/errors.ts'
import type { FileIdentity } from '../journal/image-memory.ts'

/** A source file as the plan saw it. */
export type PlannedFile = {
  readonly name: string
  readonly path: string
  readonly size: number
  readonly mtimeMs: number
}

/** Large enough that reading does not wait, small enough to make a new one for each file. */
const longestRead = 64 * 1024

/**
 * The file as it is on the disk now, if it is still what the plan saw.
 * @throws ColdpressError `invalid` when it has changed or is gone.
 */
export const identify = async (file: PlannedFile): Promise<FileIdentity> => {
  const now = await stat(file.path, { bigint: false }).catch((error: unknown) => {
    throw new ColdpressError(
      'invalid',
      `${file.name} cannot be read any more (${messageOf(error)}). Put it back and run the import again.`,
      { details: { rule: 'source_gone', file: file.name }, cause: error },
    )
  })
  if (now.size !== file.size || now.mtimeMs !== file.mtimeMs) throw changedSource(file)
  return { path: file.path, size: now.size, mtimeMs: now.mtimeMs, inode: String(now.ino) }
}

export const changedSource = (file: PlannedFile): ColdpressError =>
  new ColdpressError(
    'invalid',
    `${file.name} was changed while the import ran. Run the import again to plan with the file as it is now.`,
    { details: { rule: 'source_changed', file: file.name } },
  )

/**
 * Hex SHA-256 of a file of about `size` bytes. Every piece is read into the same buffer: a fresh one
 * for each would keep the garbage collector busy. Rejects with the signal's reason once aborted.
 */
export const hashFile = async (
  path: string,
  size: number,
  signal: AbortSignal,
): Promise<string> => {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafeSlow(Math.min(Math.max(size + 1, 1), longestRead))
  const file = await open(path)
  try {
    for (let bytes = -1; bytes !== 0;) {
      signal.throwIfAborted()
      bytes = (await file.read(buffer)).bytesRead
      hash.update(buffer.subarray(0, bytes))
    }
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}
