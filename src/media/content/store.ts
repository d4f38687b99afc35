import { hash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { ColdpressError } from '#values/errors/errors.ts'
import { systemCode } from '#platform/disk/disk-error.ts'
import { renameDurably, writeDurably } from '#platform/disk/durable-file.ts'
import { createFairTurns } from '#platform/disk/fair-turns.ts'
import { openReadStream } from '#platform/disk/read-stream.ts'
import { hashFile } from '#platform/disk/hash-file.ts'
import {
  readAndSync,
  readPieces,
  readPiecesOfDrive,
  readSmallFile,
} from '#platform/disk/read-pieces.ts'
import { sweepTemporaries, temporaryName } from '#platform/disk/temporary-file.ts'
import { type CarSummary, writeCar, writeFolderCar } from './car.ts'
import { type Bytes, type Cid, cidOfMultihash, readCid } from './cid.ts'
import { DagArchives } from './dag-archives.ts'
import { digest, type ContentLimits, type Stored } from './digest.ts'
import type { FolderFile } from './folder.ts'
import { ObjectIndex } from './object-index.ts'

export type { ContentLimits as ReadLimits, Stored } from './digest.ts'

const chunkSize = 256 * 1024

const rowsAtOnce = 64

/** Of a file that was never stored here: a video of hours, and no disk is full of it. */
const maxUnknownBytes = 4 * 1024 ** 3

/**
 * Opens the store in a folder, creates the folder if necessary, and deletes the leftovers of killed
 * processes. Several processes may have it open.
 */
export const openContentStore = async (options: {
  readonly dir: string
  readonly now?: () => Date
}): Promise<ContentStore> => {
  const dir = resolve(options.dir)
  const temporaries = join(dir, 'tmp')
  await mkdir(temporaries, { recursive: true, mode: 0o700 })
  await sweepTemporaries(temporaries, options.now?.() ?? new Date())
  return new ContentStore(dir, new ObjectIndex(join(dir, 'index.db')))
}

/**
 * Whole files under the name of their content. A file appears under `objects` complete, checked and
 * synced, or not at all; its row follows. So after a kill there may be objects without rows,
 * never the reverse.
 */
export class ContentStore {
  readonly #dir: string
  readonly #index: ObjectIndex
  readonly #fairTurn = createFairTurns()
  /** Content of others that no whole file gives again. */
  readonly archives: DagArchives

  constructor(dir: string, index: ObjectIndex) {
    this.#dir = dir
    this.#index = index
    this.archives = new DagArchives(dir)
  }

  /**
   * Stores the bytes. The same content twice is one object.
   * @param limits with `cid`, nothing but the content of this CID is stored
   * @throws ColdpressError `too_large`, `cancelled`, `disk_full`, `corrupt` for the content of
   * another CID than `limits.cid`; whatever the source throws.
   * Nothing is left behind then.
   */
  async add(
    source: Bytes,
    { cid, ...limits }: ContentLimits & { readonly cid?: Cid } = {},
  ): Promise<Stored> {
    const path = this.tempPath()
    return this.#commit(path, async () => {
      const stored = await writeDurably(path, (write) => digest(source, limits, write))
      if (cid !== undefined && stored.cid !== cid) throw otherContent(cid, stored.cid)
      return stored
    })
  }

  /** Stores a copy of one of the user's files. @throws as {@link ContentStore.add} and {@link readPiecesOfDrive} */
  addFile(path: string, limits: ContentLimits = {}): Promise<Stored> {
    return this.add(readPiecesOfDrive(path, limits.signal), limits)
  }

  /**
   * Moves a finished file from a path of {@link ContentStore.tempPath} into the store. Afterwards
   * the path is free, also after an error.
   */
  async adopt(path: string): Promise<Stored> {
    if (dirname(resolve(path)) !== join(this.#dir, 'tmp')) {
      throw new Error('only a file at a path from tempPath() can be adopted')
    }
    return this.#commit(path, () => readAndSync(path, digest))
  }

  /** A path on the same disk for a new file, to be passed to {@link ContentStore.adopt}. */
  tempPath(): string {
    return join(this.#dir, 'tmp', temporaryName())
  }

  /**
   * The most bytes that content of this CID has: its size, where it was once stored, or else the
   * most that is read from a place.
   */
  maxBytesOf(cid: Cid): number {
    return this.#index.sizeOf(cid) ?? maxUnknownBytes
  }

  /** Undefined also when the row's object is gone, has another size or is known to be damaged. */
  get(cid: Cid): Stored | undefined {
    return this.#present(this.#index.get(cid))
  }

  /** Like {@link ContentStore.get}, and restores the missing row of an object. */
  async recover(cid: Cid): Promise<Stored | undefined> {
    return this.#recover(cid, this.#index.get(cid))
  }

  /** The hashes of contents that were stored here once, whether or not their objects still are. */
  async hashesOf(cids: readonly Cid[]): Promise<ReadonlyMap<Cid, string>> {
    const found = new Map<Cid, string>()
    await this.#among(cids, async (cid, row) => {
      await this.#fairTurn()
      if (row !== undefined) found.set(cid, row.sha256)
      return row !== undefined
    })
    return found
  }

  /** Those of which {@link ContentStore.recover} has an answer. */
  async presentAmong(cids: readonly Cid[]): Promise<ReadonlySet<Cid>> {
    return this.#among(cids, async (cid, row) => (await this.#recover(cid, row)) !== undefined)
  }

  /**
   * Reads the object and compares it with its name. A damaged or lost one counts as missing and
   * stays in {@link ContentStore.names} until it is stored again. A sound one gets its row.
   */
  async verify(cid: Cid): Promise<boolean> {
    const found = await this.#digestOf(this.path(cid))
    if (found?.cid !== cid) {
      this.#index.markDamaged(cid)
      return false
    }
    this.#index.record(found)
    return true
  }

  /**
   * Whether the object's bytes match its row, or its name if it has no row. Faster than {@link
   * ContentStore.verify}: no CID is computed.
   */
  async isSound(cid: Cid): Promise<boolean> {
    return this.#isSound(cid, this.#index.get(cid))
  }

  /** Those that {@link ContentStore.isSound}. @throws the signal's reason once it is aborted */
  async soundAmong(cids: readonly Cid[], signal?: AbortSignal): Promise<ReadonlySet<Cid>> {
    return this.#among(cids, async (cid, row) => {
      signal?.throwIfAborted()
      return this.#isSound(cid, row)
    })
  }

  /**
   * Everything that the store has or should have, sound or not, by its rows and by its files. If
   * one of the two was lost, the other shows what is missing.
   */
  async names(): Promise<readonly Cid[]> {
    const folder = join(this.#dir, 'objects')
    const files = existsSync(folder) ? await readdir(folder, { recursive: true }) : []
    const named = files.map((path) => cidOfMultihash(basename(path)))
    return [...new Set([...this.#index.names(), ...named.filter((cid) => cid !== undefined)])]
  }

  /**
   * The path of this CID's object, present or not.
   * @throws ColdpressError `invalid` for a text that is no CIDv0, whatever its type says.
   */
  path(cid: Cid): string {
    const parsed = readCid(cid)
    if (parsed === undefined || parsed.v0 !== cid) {
      throw new ColdpressError('invalid', 'The CID is not a CIDv0 ("Qm…", 46 characters).')
    }
    // A multihash starts with its algorithm and ends in a character of two bits: only the
    // characters before the last spread the objects evenly (1,024 folders).
    const shard = parsed.multihash.slice(-3, -1)
    return join(this.#dir, 'objects', shard, parsed.multihash)
  }

  /** The bytes of the object, or a piece of them. @throws ColdpressError `not_found`. */
  read(cid: Cid, piece?: { readonly start: number; readonly length: number }): Readable {
    const path = this.path(cid)
    const bounds =
      piece === undefined ? {} : { start: piece.start, end: piece.start + piece.length - 1 }
    if (existsSync(path)) return openReadStream(path, { highWaterMark: chunkSize, ...bounds })
    throw new ColdpressError(
      'not_found',
      `${cid} is not in the content store. Add its file again.`,
      { details: { cid } },
    )
  }

  /** Rows of objects not known to be damaged, in the order of their CIDs. */
  list(): Iterable<Stored> {
    return this.#index.each()
  }

  /**
   * Writes a CARv1 file with these CIDs as roots, in this order. An existing file is replaced when
   * the new one is complete.
   * @throws ColdpressError `not_found`, `corrupt`, `disk_full`, `cancelled`.
   */
  exportCar(cids: readonly Cid[], target: string, signal?: AbortSignal): Promise<CarSummary> {
    return writeCar(cids, (cid) => this.read(cid), target, signal)
  }

  /** Writes a CARv1 file of a folder with these files. @throws as {@link exportCar} */
  exportFolder(
    root: Cid,
    files: readonly FolderFile[],
    options: Omit<Parameters<typeof writeFolderCar>[2], 'read'>,
  ): Promise<CarSummary> {
    return writeFolderCar(root, files, { ...options, read: (cid) => this.read(cid) })
  }

  /**
   * Writes a file and removes it, and a change that means nothing to the index.
   * @throws ColdpressError as {@link ContentStore.add} and `Database.tryWrite`
   */
  async tryWrite(): Promise<void> {
    const path = this.tempPath()
    await writeDurably(path, (write) => write(Buffer.alloc(1)))
    await rm(path, { force: true })
    this.#index.tryWrite()
  }

  close(): void {
    this.#index.close()
  }

  /** Renames the temporary file once `finish` has checked and synced it. */
  async #commit(temporary: string, finish: () => Promise<Stored>): Promise<Stored> {
    try {
      const stored = await finish()
      const target = this.path(stored.cid)
      const present = await this.#digestOf(target)
      if (present?.cid === stored.cid) await rm(temporary, { force: true })
      else await renameDurably(temporary, target)
      this.#index.record(stored)
      return stored
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  /** Where its object is there, with the size of the row. */
  #present(row: Stored | undefined): Stored | undefined {
    if (row === undefined) return undefined
    const size = statSync(this.path(row.cid), { throwIfNoEntry: false })?.size
    return size === row.size ? row : undefined
  }

  async #recover(cid: Cid, row: Stored | undefined): Promise<Stored | undefined> {
    await this.#fairTurn()
    return this.#present(row) ?? ((await this.verify(cid)) ? this.get(cid) : undefined)
  }

  async #isSound(cid: Cid, row: Stored | undefined): Promise<boolean> {
    if (row === undefined) return this.verify(cid)
    if ((await this.#sha256Of(this.path(cid))) === row.sha256) return true
    this.#index.markDamaged(cid)
    return false
  }

  /** The CIDs that pass; their rows are read many at a time. */
  async #among(
    cids: readonly Cid[],
    passes: (cid: Cid, row: Stored | undefined) => Promise<boolean>,
  ): Promise<ReadonlySet<Cid>> {
    const found = new Set<Cid>()
    for (let start = 0; start < cids.length; start += rowsAtOnce) {
      const some = cids.slice(start, start + rowsAtOnce)
      const rows = this.#index.getEach(some)
      for (const [at, cid] of some.entries()) if (await passes(cid, rows[at])) found.add(cid)
    }
    return found
  }

  async #digestOf(path: string): Promise<Stored | undefined> {
    if (!existsSync(path)) return undefined
    await this.#fairTurn()
    return digest(readSmallFile(path) ?? readPieces(path))
  }

  /** Undefined for an object that is gone. */
  async #sha256Of(path: string): Promise<string | undefined> {
    await this.#fairTurn()
    try {
      const small = readSmallFile(path)
      return small === undefined
        ? (await hashFile('sha256', path)).digest('hex')
        : hash('sha256', small)
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return undefined
      throw error
    }
  }
}

const otherContent = (cid: Cid, found: Cid): ColdpressError =>
  new ColdpressError(
    'corrupt',
    `These bytes are not the content of ${cid}, but of ${found}. They were not stored.`,
    { details: { cid, found } },
  )
