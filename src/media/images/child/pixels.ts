import sharp, { type OutputInfo, type Sharp } from 'sharp'

/** Decoded pixels, 8 bits a channel, row by row without gaps; an even number of channels ends with opacity. */
export type Pixels = {
  readonly data: Buffer
  readonly width: number
  readonly height: number
  readonly channels: 1 | 2 | 3 | 4
}

/** Renders an image to pixels; the frames of an animation are stacked. */
export const pixelsFrom = async (image: Sharp): Promise<Pixels & { readonly info: OutputInfo }> => {
  const { data, info } = await image
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { data, width, height, channels, info }
}

export const openPixels = ({ data, width, height, channels }: Pixels, timeoutMs: number): Sharp =>
  sharp(data, { raw: { width, height, channels } }).timeout({
    seconds: Math.ceil(timeoutMs / 1000),
  })
