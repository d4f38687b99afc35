import { varint } from 'multiformats'
import { CID } from 'multiformats/cid'
import { largestBlock } from './block.ts'

/** A block of a CAR archive; `end` is the offset behind it. */
export type CarBlock = { readonly cid: CID; readonly bytes: Uint8Array; readonly end: number }

/** More than any CID has that is in use. */
const largestCid = 256
/** Roots: a few dozen bytes each. */
const largestHeader = 64 * 1024

/**
 * The blocks of a CARv1 archive (ipld.io/specs/transport/car/carv1), unchecked, while it is read.
 * No more than one block is in memory: the reader of @ipld/car takes blocks of any length.
 * @throws Error for bytes that are no CAR archive, or one that ends inside of a block
 */
export async function* carBlocks(source: AsyncIterable<Uint8Array>): AsyncGenerator<CarBlock> {
  const chunks = source[Symbol.asyncIterator]()
  const reader = createReader(chunks)
  try {
    const header = await reader.takeLength(largestHeader)
    if (header === undefined) throw new Error('the archive is empty')
    await reader.take(header)
    for (;;) {
      const length = await reader.takeLength(largestBlock + largestCid)
      if (length === undefined) return
      const [cid, bytes] = CID.decodeFirst(await reader.take(length))
      yield { cid, bytes, end: reader.position() }
    }
  } finally {
    await chunks.return?.()
  }
}

/** One block as it is in an archive. */
export const carSection = (cid: CID, bytes: Uint8Array): Uint8Array => {
  const length = cid.bytes.length + bytes.length
  const prefix = varint.encodeTo(length, new Uint8Array(varint.encodingLength(length)))
  return Buffer.concat([prefix, cid.bytes, bytes])
}

const createReader = (chunks: AsyncIterator<Uint8Array>) => {
  let held: Uint8Array[] = []
  let heldBytes = 0
  let position = 0

  /** Whether so many bytes are held now. */
  const fill = async (wanted: number): Promise<boolean> => {
    while (heldBytes < wanted) {
      const next = await chunks.next()
      if (next.done === true) return false
      held.push(next.value)
      heldBytes += next.value.length
    }
    return true
  }
  const take = async (length: number): Promise<Uint8Array> => {
    if (!(await fill(length))) throw new Error('the archive ends inside of a block')
    const [first = new Uint8Array(), ...others] = held
    const all = others.length === 0 ? first : Buffer.concat(held)
    held = [all.subarray(length)]
    heldBytes -= length
    position += length
    return all.subarray(0, length)
  }
  /** A length of LEB128; undefined at the end. @throws Error for none, or one above the maximum */
  const takeLength = async (most: number): Promise<number | undefined> => {
    if (!(await fill(1))) return undefined
    const digits: number[] = []
    do {
      digits.push((await take(1))[0] ?? 0)
    } while ((digits.at(-1) ?? 0) >= 0x80 && digits.length < 4)
    const [length, read] = varint.decode(Uint8Array.from(digits))
    if (read !== digits.length || length < 1 || length > most)
      throw new Error('the archive has a block of an impossible length')
    return length
  }
  return { take, takeLength, position: () => position }
}
