import { exporter, type UnixFSEntry } from 'ipfs-unixfs-exporter'
import type { CID } from 'multiformats/cid'
import { type AnyCid, anyCidOf } from './cid.ts'

/** Where the blocks of a DAG are read. */
export type BlockSource = {
  readonly root: AnyCid
  /** @throws Error for a block that is not there */
  readonly block: (cid: CID) => Promise<Uint8Array>
}

/** The one method of a blockstore that the library calls. */
const blockstoreOf = (dag: BlockSource) => ({
  async *get(cid: CID) {
    yield await dag.block(cid)
  },
})

const entryAt = (dag: BlockSource, path: string): Promise<UnixFSEntry> =>
  exporter(`${dag.root}${path}`, blockstoreOf(dag))

/** The bytes of the file that the DAG is, one block at a time; undefined for anything else. */
export const fileBytes = async (
  dag: BlockSource,
): Promise<AsyncIterable<Uint8Array> | undefined> => {
  const entry = await entryAt(dag, '')
  return entry.type === 'file' || entry.type === 'raw'
    ? entry.content({ blockReadConcurrency: 1 })
    : undefined
}

/**
 * The CID behind a path such as `/1.png`, also in a sharded folder (HAMT); undefined where the
 * folder has no such entry. The path may be as it stands in a URI, with `%20` for a blank.
 */
export const resolvePath = async (dag: BlockSource, path: string): Promise<AnyCid | undefined> => {
  for (const written of new Set([decodePath(path), path])) {
    try {
      return anyCidOf((await entryAt(dag, written)).cid)
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'NotFoundError') throw error
    }
  }
  return undefined
}

const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
