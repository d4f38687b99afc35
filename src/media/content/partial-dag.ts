import { pinErrors } from '#contract/pins/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { existsSync, statSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { CarWriter } from '@ipld/car/writer'
import type { CID } from 'multiformats/cid'
import { ColdpressError } from '#values/errors/errors.ts'
import { diskError } from '#platform/disk/disk-error.ts'
import { renameDurably } from '#platform/disk/durable-file.ts'
import { readPieces } from '#platform/disk/read-pieces.ts'
import { isRunning } from '#platform/disk/running-process.ts'
import { isBlockOf, isUnixFsCid, largestBlock, linksOf } from './block.ts'
import { readBlock, type Span, spanOf } from './block-spans.ts'
import { carBlocks, carSection } from './car-blocks.ts'
import { type AnyCid, anyCidOf, cidObject } from './cid.ts'

export type DagLimits = {
  /** Of all blocks. */
  readonly bytes: number
  readonly blocks: number
  /** Levels of links below the root. */
  readonly depth: number
}

/** Another process whose file has not changed for so long is gone: its number was given again. */
const abandonedAfterMs = 10 * 60 * 1000

/**
 * The blocks of one file or folder while they come, in a CAR archive that a later run goes on with.
 * Nothing but checked blocks of this DAG gets into it, each once.
 */
export class PartialDag {
  readonly root: AnyCid
  readonly path: string
  readonly #file: FileHandle
  readonly #limits: DagLimits
  readonly #spans = new Map<AnyCid, Span>()
  /** With the level at which the block was first linked. */
  readonly #missing = new Map<AnyCid, number>()
  #end = 0
  #bytes = 0

  private constructor(root: AnyCid, path: string, file: FileHandle, limits: DagLimits) {
    this.root = root
    this.path = path
    this.#file = file
    this.#limits = limits
    this.#missing.set(root, 0)
  }

  /**
   * Opens what an earlier run has left, or begins.
   * @throws ColdpressError `conflict` while another process fetches the same
   */
  static async open(folder: string, root: AnyCid, limits: DagLimits): Promise<PartialDag> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, `${partialStart(root)}${process.pid}.part`)
    await takeOver(folder, root, path)
    const file = await open(path, existsSync(path) ? 'r+' : 'wx+', 0o600)
    const dag = new PartialDag(root, path, file, limits)
    try {
      await dag.#begin()
      return dag
    } catch (error) {
      await file.close()
      throw error
    }
  }

  get blocks(): number {
    return this.#spans.size
  }

  /** Of the blocks that are there. */
  get bytes(): number {
    return this.#bytes
  }

  /** A block that is linked and not there; undefined when the DAG is whole. */
  nextMissing(): AnyCid | undefined {
    return this.#missing.keys().next().value
  }

  get missing(): number {
    return this.#missing.size
  }

  /**
   * Takes a block whose bytes are those of its CID.
   * @returns whether it is new
   * @throws ColdpressError `invalid` for one that no block before it links, `too_large`
   */
  async add(cid: CID, bytes: Uint8Array): Promise<boolean> {
    const name = anyCidOf(cid)
    if (this.#spans.has(name)) return false
    const depth = this.#missing.get(name)
    if (depth === undefined)
      throw errorBy(
        pinErrors,
        'foreign_block',
        { cid: this.root },
        `The block ${name} is not part of ${this.root}.`,
      )
    const section = carSection(cidObject(name), bytes)
    const links = this.#check(cid, bytes, depth)
    await this.#write(section)
    this.#take(name, spanOf({ bytes, end: this.#end }), links, depth)
    return true
  }

  /** @throws Error for a block that is not there */
  async block(cid: CID): Promise<Uint8Array> {
    return await readBlock(this.#file, this.#spans, cid)
  }

  /** Brings the whole archive to the disk under another name. */
  async moveTo(path: string): Promise<void> {
    await this.#file.datasync()
    await this.#file.close()
    await renameDurably(this.path, path)
  }

  /** Leaves the blocks for a later run, unless there are none. */
  async close(): Promise<void> {
    await this.#file.close()
    if (this.#spans.size === 0) await rm(this.path, { force: true })
  }

  async remove(): Promise<void> {
    await this.#file.close()
    await rm(this.path, { force: true })
  }

  /** Reads what is there, each block checked; what follows the last sound one is cut off. */
  async #begin(): Promise<void> {
    const header = await carHeader(this.root)
    try {
      for await (const { cid, bytes, end } of carBlocks(readPieces(this.path))) {
        const name = anyCidOf(cid)
        const depth = this.#missing.get(name)
        if (depth === undefined || !isBlockOf(bytes, cid)) break
        const links = this.#check(cid, bytes, depth)
        this.#take(name, spanOf({ bytes, end }), links, depth)
        this.#end = end
      }
    } catch (error) {
      if (error instanceof ColdpressError) throw error
    }
    if (this.#spans.size === 0) this.#end = 0
    await this.#file.truncate(this.#end)
    if (this.#end === 0) await this.#write(header)
  }

  /** @returns the links of a block that may be taken */
  #check(cid: CID, bytes: Uint8Array, depth: number): readonly CID[] {
    const links = this.#links(cid, bytes)
    const { bytes: most, blocks, depth: deepest } = this.#limits
    const known = this.#spans.size + this.#missing.size
    const what =
      bytes.length > largestBlock
        ? `a block of more than ${largestBlock} bytes`
        : this.#bytes + bytes.length > most
          ? `more than ${most} bytes`
          : known + links.length > blocks
            ? `more than ${blocks} blocks`
            : links.length > 0 && depth >= deepest
              ? `more than ${deepest} levels`
              : undefined
    if (what !== undefined)
      throw errorBy(
        pinErrors,
        'dag_too_large',
        { cid: this.root },
        `${this.root} has ${what}, the most that is kept.`,
      )
    const foreign = links.find((link) => !isUnixFsCid(link))
    if (foreign !== undefined) throw this.#noUnixFs(`links ${foreign.toString()}, which is none`)
    return links
  }

  #links(cid: CID, bytes: Uint8Array): readonly CID[] {
    try {
      return linksOf(cid, bytes)
    } catch {
      throw this.#noUnixFs('has a block that is none')
    }
  }

  #noUnixFs(what: string): ColdpressError {
    return errorBy(
      pinErrors,
      'no_unixfs',
      { cid: this.root },
      `${this.root} is no file or folder of IPFS: it ${what}. It cannot be kept.`,
    )
  }

  #take(name: AnyCid, span: Span, links: readonly CID[], depth: number): void {
    this.#spans.set(name, span)
    this.#missing.delete(name)
    this.#bytes += span.length
    for (const link of links) {
      const linked = anyCidOf(link)
      if (!this.#spans.has(linked) && !this.#missing.has(linked))
        this.#missing.set(linked, depth + 1)
    }
  }

  async #write(bytes: Uint8Array): Promise<void> {
    try {
      await this.#file.write(bytes, 0, bytes.length, this.#end)
    } catch (error) {
      throw diskError(error)
    }
    this.#end += bytes.length
  }
}

/** How the names of a root's files start, before the process that writes one. */
const partialStart = (root: AnyCid): string => `${cidObject(root).toV1().toString()}.`

/** Renames the file that a process has left which ended, or which was not this program. */
const takeOver = async (folder: string, root: AnyCid, path: string): Promise<void> => {
  const start = partialStart(root)
  for (const name of await readdir(folder)) {
    if (!name.startsWith(start)) continue
    const pid = Number(/^(\d+)\.part$/u.exec(name.slice(start.length))?.[1])
    if (Number.isNaN(pid) || pid === process.pid) continue
    const ageMs = Date.now() - statSync(join(folder, name)).mtimeMs
    if (isRunning(pid) && ageMs < abandonedAfterMs)
      throw new ColdpressError('conflict', `Another Coldpress is fetching ${root} now.`)
    await rename(join(folder, name), path)
  }
}

const carHeader = async (root: AnyCid): Promise<Uint8Array> => {
  const { writer, out } = CarWriter.create([cidObject(root)])
  void writer.close()
  return Buffer.concat(await Array.fromAsync(out))
}
