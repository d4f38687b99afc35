import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { ColdpressError, messageOf } from '../../../shared/errors.ts'
import type { FileIdentity } from '../image-memory.ts'

/** A source file as the plan saw it. */
export type PlannedFile = {
  readonly name: string
  readonly path: string
  readonly size: number
  readonly mtimeMs: number
}

/** Large enough that reading does not wait, small enough for two at a time. */
const chunkBytes = 256 * 1024

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

/** Hex SHA-256 of a file, read as a stream. Rejects with the signal's reason once aborted. */
export const hashFile = async (path: string, signal: AbortSignal): Promise<string> => {
  const hash = createHash('sha256')
  const chunks: AsyncIterable<Uint8Array> = createReadStream(path, { highWaterMark: chunkBytes })
  for await (const chunk of chunks) {
    signal.throwIfAborted()
    hash.update(chunk)
  }
  return hash.digest('hex')
}
