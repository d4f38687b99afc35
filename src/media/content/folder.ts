import { importer } from 'ipfs-unixfs-importer'
import type { CID } from 'multiformats/cid'
import { bytesOf } from '#values/text/text.ts'
import { blockTaker, Cid, cidObject, type TakeBlock } from './cid.ts'
import { damagedContent } from './damaged.ts'

/** A file of a folder; its name has no slash. */
export type FolderFile = { readonly name: string; readonly cid: Cid }

/** Kubo and the importer spread a folder over several blocks (HAMT) above so many bytes of names and CIDs. */
const largestInOneBlock = 256 * 1024

/**
 * Whether the folder is one block. A larger one is spread over several, and programs need not agree
 * on its CID.
 */
export const isOneBlock = (files: readonly FolderFile[]): boolean =>
  files.reduce((sum, { name, cid }) => sum + bytesOf(name) + cidObject(cid).byteLength, 0) <=
  largestInOneBlock

/**
 * Builds the UnixFS DAG of a folder with these files and passes each block to `take`.
 * @returns its root
 * @throws ColdpressError `corrupt` when some content no longer gives its CID; what `read` throws
 */
export const importFolder = async (
  files: readonly FolderFile[],
  read: (cid: Cid) => AsyncIterable<Uint8Array>,
  take: TakeBlock,
  onFile: () => void = () => undefined,
): Promise<Cid> => {
  const byName = new Map(files.map(({ name, cid }) => [name, cid]))
  const sources = function* sources() {
    for (const { name, cid } of files) yield { path: name, content: read(cid) }
  }
  const options = {
    profile: 'unixfs-v0-2015',
    wrapWithDirectory: true,
    fileImportConcurrency: 1,
  } as const
  let root: CID | undefined
  for await (const { path = '', cid } of importer(sources(), blockTaker(take), { ...options })) {
    root = cid
    const wanted = byName.get(path)
    if (wanted === undefined) continue
    if (!cid.equals(cidObject(wanted))) throw damagedContent(wanted)
    onFile()
  }
  if (root === undefined) throw new Error('the importer gave no folder')
  return Cid(root.toString())
}
