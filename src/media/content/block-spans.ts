import type { FileHandle } from 'node:fs/promises'
import type { CID } from 'multiformats/cid'
import { isInline } from './block.ts'
import type { CarBlock } from './car-blocks.ts'
import { type AnyCid, anyCidOf } from './cid.ts'

/** Where the bytes of a block are in its archive. */
export type Span = { readonly start: number; readonly length: number }

export const spanOf = ({ bytes, end }: Pick<CarBlock, 'bytes' | 'end'>): Span => ({
  start: end - bytes.length,
  length: bytes.length,
})

/** Reads one block of an archive. @throws Error for a block that is not there */
export const readBlock = async (
  file: FileHandle,
  spans: ReadonlyMap<AnyCid, Span>,
  cid: CID,
): Promise<Uint8Array> => {
  if (isInline(cid)) return cid.multihash.digest
  const span = spans.get(anyCidOf(cid))
  if (span === undefined) throw new Error(`the block ${cid.toString()} is missing`)
  const bytes = new Uint8Array(span.length)
  await file.read(bytes, 0, span.length, span.start)
  return bytes
}
