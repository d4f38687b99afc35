import { crc32 } from 'node:zlib'
import type { Raster } from '../image-job.ts'

/**
 * Whether the file goes on to the end that its format prescribes. The decoders answer this for
 * JPEG, WebP and still AVIF, but take a PNG without its last chunk, a GIF cut between two frames,
 * an animated PNG with any damage after its first image, and an animated AVIF cut after its first.
 */
export const reachesItsEnd = (raster: Raster, bytes: Buffer): boolean => {
  if (raster === 'png' || raster === 'apng') return pngReachesItsEnd(bytes, raster === 'apng')
  if (raster === 'avis') return boxesReachTheEnd(bytes)
  return raster === 'gif' ? gifEnd(bytes) !== undefined : true
}

/** PNG (third edition) section 5.3: length, type, data, CRC over type and data, until IEND. */
const pngReachesItsEnd = (bytes: Buffer, checkSums: boolean): boolean => {
  let at = 8
  while (at + 12 <= bytes.length) {
    const end = at + 8 + bytes.readUInt32BE(at)
    if (end + 4 > bytes.length) return false
    if (checkSums && crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return false
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return true
    at = end + 4
  }
  return false
}

/**
 * ISO/IEC 14496-12 section 4.2: boxes one after the other, each of which starts with its size and
 * type. Size 1: the real one follows the type. Size 0: the rest of the file.
 */
const boxesReachTheEnd = (bytes: Buffer): boolean => {
  let at = 0
  while (at + 8 <= bytes.length) {
    const size = bytes.readUInt32BE(at)
    if (size === 0) return true
    const isLong = size === 1 && at + 16 <= bytes.length
    const whole = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : size
    if (whole < 8) return false
    at += whole
  }
  return at === bytes.length
}

const gifTrailer = 0x3b
const gifExtension = 0x21
const gifImage = 0x2c

/**
 * GIF89a sections 17 to 27: blocks until the trailer, each a run of sub-blocks ended by an empty one.
 * Old tools leave the trailer out: a file that ends with a whole image is taken, as viewers take it.
 */
const gifEnd = (bytes: Buffer): 'trailer' | 'image' | undefined => {
  let at: number | undefined = 13 + colourTableBytes(bytes[10] ?? 0)
  let endsWithImage = false
  while (at !== undefined && at < bytes.length) {
    const block = bytes[at]
    if (block === gifTrailer) return 'trailer'
    endsWithImage = block === gifImage
    if (block === gifExtension) at = afterSubBlocks(bytes, at + 2)
    else if (block === gifImage)
      at = afterSubBlocks(bytes, at + 11 + colourTableBytes(bytes[at + 9] ?? 0))
    else return undefined
  }
  return at === bytes.length && endsWithImage ? 'image' : undefined
}

/** Whether a GIF lacks the byte that ends it, so that nobody can tell whether frames are missing. */
export const lacksTrailer = (raster: Raster, bytes: Buffer): boolean =>
  raster === 'gif' && gifEnd(bytes) === 'image'

const colourTableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** @returns undefined where no empty sub-block ends them */
const afterSubBlocks = (bytes: Buffer, start: number): number | undefined => {
  let at = start
  while (at < bytes.length) {
    const length = bytes[at] ?? 0
    at += 1 + length
    if (length === 0) return at
  }
  return undefined
}
