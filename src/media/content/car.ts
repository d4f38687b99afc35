import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CarWriter } from '@ipld/car/writer'
import { ColdpressError } from '#values/errors/errors.ts'
import { renameDurably, writeDurably } from '#platform/disk/durable-file.ts'
import { temporaryName } from '#platform/disk/temporary-file.ts'
import { type Cid, cidObject, importBlocks, type TakeBlock } from './cid.ts'
import { damagedContent } from './damaged.ts'
import { type FolderFile, importFolder } from './folder.ts'
import { CarIndexer } from '@ipld/car/indexer'

export type CarSummary = {
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
): Promise<CarSummary> =>
  writeBlocks(roots, target, signal, async (take) => {
    for (const root of roots)
      if ((await importBlocks(read(root), take)) !== root) throw damagedContent(root)
  })

/**
 * Writes a CARv1 file of a folder, with the folder as its one root.
 * @throws ColdpressError as {@link writeCar}
 */
export const writeFolderCar = (
  root: Cid,
  files: readonly FolderFile[],
  options: {
    readonly read: (cid: Cid) => AsyncIterable<Uint8Array>
    readonly target: string
    readonly signal?: AbortSignal | undefined
    readonly onFile?: (() => void) | undefined
  },
): Promise<CarSummary> =>
  writeBlocks([root], options.target, options.signal, async (take) => {
    await importFolder(files, options.read, take, options.onFile)
  })

/** @param make passes each block to its function, also one that came already */
const writeBlocks = async (
  roots: readonly Cid[],
  target: string,
  signal: AbortSignal | undefined,
  make: (take: TakeBlock) => Promise<void>,
): Promise<CarSummary> => {
  const temporary = join(dirname(target), temporaryName())
  try {
    const counts = await writeDurably(temporary, (write) => encode(roots, write, signal, make))
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
  write: (chunk: Uint8Array) => Promise<void>,
  signal: AbortSignal | undefined,
  make: (take: TakeBlock) => Promise<void>,
): Promise<Counts> => {
  const { writer, out } = CarWriter.create(roots.map(cidObject))
  const failed = new AbortController()
  const written = drain(out, write, failed)
  const seen = new Set<string>()
  try {
    await make(async (cid, bytes) => {
      failed.signal.throwIfAborted()
      throwIfCancelled(signal)
      const key = cid.toString()
      if (seen.has(key)) return
      seen.add(key)
      await writer.put({ cid, bytes })
    })
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

/** The header holds the roots, of a few dozen bytes each. */
export const carHeaderBytes = 64 * 1024

/**
 * The CIDs of the roots of a CAR archive, by the first bytes of a file; undefined for any other file.
 * @param head at most {@link carHeaderBytes}: the reader of @ipld/car takes headers of any length
 */
export const carRootsOf = async (head: Uint8Array): Promise<readonly string[] | undefined> => {
  try {
    const roots = await (await CarIndexer.fromBytes(head)).getRoots()
    return roots.map(String)
  } catch {
    return undefined
  }
}
