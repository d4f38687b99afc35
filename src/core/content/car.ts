import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CarWriter } from '@ipld/car/writer'
import { ColdpressError } from '#shared/errors.ts'
import { renameDurably, writeDurably } from '../disk/durable-file.ts'
import { temporaryName } from '../disk/temporary-file.ts'
import { type Cid, cidObject, importBlocks } from './cid.ts'

export type CarFacts = {
  readonly path: string
  /** Size of the file. */
  readonly bytes: number
  readonly blocks: number
  readonly roots: readonly Cid[]
}

/**
 * Writes a CARv1 file of whole files. Their DAG blocks are not stored anywhere: UnixFS is
 * deterministic, so they are made again while writing. A block that occurs twice is written once.
 * @throws ColdpressError `corrupt` when some content no longer gives its CID, `cancelled`,
 * `disk_full`, and what `read` throws; no file is left or replaced then.
 */
export const writeCar = async (
  roots: readonly Cid[],
  read: (cid: Cid) => AsyncIterable<Uint8Array>,
  target: string,
  signal?: AbortSignal,
): Promise<CarFacts> => {
  const temporary = join(dirname(target), temporaryName())
  try {
    const counts = await writeDurably(temporary, (write) => encode(roots, read, write, signal))
    await renameDurably(temporary, target)
    return { path: target, roots, ...counts }
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

type Counts = { readonly bytes: number; readonly blocks: number }

const encode = async (
  roots: readonly Cid[],
  read: (cid: Cid) => AsyncIterable<Uint8Array>,
  write: (chunk: Uint8Array) => Promise<void>,
  signal?: AbortSignal,
): Promise<Counts> => {
  const { writer, out } = CarWriter.create(roots.map(cidObject))
  const failed = new AbortController()
  const written = drain(out, write, failed)
  const seen = new Set<string>()
  try {
    for (const root of roots) {
      const made = await importBlocks(read(root), async (cid, bytes) => {
        failed.signal.throwIfAborted()
        throwIfCancelled(signal)
        const key = cid.toString()
        if (seen.has(key)) return
        seen.add(key)
        await writer.put({ cid, bytes })
      })
      if (made !== root) throw damaged(root)
    }
  } finally {
    await writer.close()
  }
  const bytes = await written
  failed.signal.throwIfAborted()
  return { bytes, blocks: seen.size }
}

/** Keeps reading chunks after a failed write, because the writer waits for its reader. */
const drain = async (
  out: AsyncIterable<Uint8Array>,
  write: (chunk: Uint8Array) => Promise<void>,
  failed: AbortController,
): Promise<number> => {
  let bytes = 0
  for await (const chunk of out) {
    if (failed.signal.aborted) continue
    try {
      await write(chunk)
      bytes += chunk.length
    } catch (error) {
      failed.abort(error)
    }
  }
  return bytes
}

const throwIfCancelled = (signal: AbortSignal | undefined): void => {
  if (signal?.aborted === true) {
    throw new ColdpressError('cancelled', 'Writing the CAR file was cancelled.')
  }
}

const damaged = (cid: Cid): ColdpressError =>
  new ColdpressError(
    'corrupt',
    `The stored file of ${cid} no longer has the content of its name. Add the file again.`,
    { details: { cid } },
  )
