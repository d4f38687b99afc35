import library from 'sharp-phash'

type Hashing = typeof library.default

/** Its types name a default export, but the function itself is what the package exports. */
const isHashing = (exported: unknown): exported is Hashing => typeof exported === 'function'

const phash: Hashing = isHashing(library) ? library : library.default

/** The side of the small image that a look is made from. */
export const lookSide = 32

/**
 * A perceptual hash, 16 hex digits, of an image that was already made `lookSide` pixels wide and
 * high: images that look alike differ in few of its 64 bits.
 * @param pixels rows of pixels; those of further frames may follow
 */
export const lookOf = async (pixels: Buffer, channels: 1 | 2 | 3 | 4): Promise<string> => {
  const first = pixels.subarray(0, lookSide * lookSide * channels)
  const bits = await phash(first, { raw: { width: lookSide, height: lookSide, channels } })
  return BigInt(`0b${bits}`).toString(16).padStart(16, '0')
}
