import { statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { ColdpressError } from '#values/errors/errors.ts'
import { openReadStream } from '#platform/disk/read-stream.ts'
import { readPieces } from '#platform/disk/read-pieces.ts'
import { readBlock, type Span, spanOf } from './block-spans.ts'
import { carBlocks } from './car-blocks.ts'
import { type AnyCid, anyCidOf, cidObject } from './cid.ts'
import type { BlockSource } from './walk-dag.ts'
import { type DagLimits, PartialDag } from './partial-dag.ts'

/** Content that its whole files would not give again: its blocks, as one CAR archive. */
export type DagArchive = {
  readonly cid: AnyCid
  /** Size of the archive. */
  readonly bytes: number
}

/**
 * The files and folders of others whose CIDs the profile of Coldpress does not make (ADR 3). An
 * archive appears under its name whole and checked, or not at all.
 */
export class DagArchives {
  readonly #dir: string

  constructor(dir: string) {
    this.#dir = dir
  }

  /** The path of this archive, present or not. */
  path(cid: AnyCid): string {
    // base32 has no capitals: some systems do not tell them apart in names
    const name = cidObject(cid).toV1().toString()
    return join(this.#dir, 'archives', name.slice(-3, -1), `${name}.car`)
  }

  get(cid: AnyCid): DagArchive | undefined {
    const bytes = statSync(this.path(cid), { throwIfNoEntry: false })?.size
    return bytes === undefined ? undefined : { cid, bytes }
  }

  /** @throws ColdpressError `not_found` where there is no archive */
  require(cid: AnyCid): void {
    if (this.get(cid) !== undefined) return
    throw new ColdpressError('not_found', `There is no archive of ${cid}. Fetch it again.`, {
      details: { cid },
    })
  }

  /** The bytes of the archive. @throws as {@link require} */
  read(cid: AnyCid): Readable {
    this.require(cid)
    return openReadStream(this.path(cid))
  }

  /** Passes on the blocks of an archive. @throws as {@link require} */
  async withBlocks<T>(cid: AnyCid, work: (blocks: BlockSource) => Promise<T>): Promise<T> {
    this.require(cid)
    const spans = new Map<AnyCid, Span>()
    for await (const block of carBlocks(readPieces(this.path(cid))))
      spans.set(anyCidOf(block.cid), spanOf(block))
    const file = await open(this.path(cid))
    try {
      return await work({ root: cid, block: (name) => readBlock(file, spans, name) })
    } finally {
      await file.close()
    }
  }

  /** What was fetched of it so far, to be gone on with. */
  begin(cid: AnyCid, limits: DagLimits): Promise<PartialDag> {
    return PartialDag.open(join(this.#dir, 'partial'), cid, limits)
  }

  /** Keeps a whole DAG. */
  async keep(dag: PartialDag): Promise<DagArchive> {
    if (dag.nextMissing() !== undefined) throw new Error('only a whole DAG is kept')
    await dag.moveTo(this.path(dag.root))
    return { cid: dag.root, bytes: statSync(this.path(dag.root)).size }
  }
}
