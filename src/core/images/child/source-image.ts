import type { ImageHeader, Raster } from '../image-job.ts'
import { isKeptAnimation } from '../plan-output.ts'
import { isSrgbProfile } from './colour-profile.ts'
import { reachesItsEnd } from './file-end.ts'
import { damaged, ImageError } from './image-error.ts'
import { maxPixelsIn, readMetadata } from './library.ts'

/** An image of which the header was read. */
export type SourceImage = ImageHeader & {
  readonly name: string
  readonly mediaType: string
  readonly exif: Buffer | undefined
  readonly xmp: Buffer | undefined
  /** Whether its colours are those of a screen, so that their profile can stay. */
  readonly isRgb: boolean
}

/** The library knows the first image of an animated AVIF under the brand of a still one alone. */
export const decodable = (raster: Raster, bytes: Buffer): Buffer => {
  if (raster !== 'avis') return bytes
  const still = Buffer.from(bytes)
  still.write('avif', 8, 'latin1')
  return still
}

/** @throws Error `image_truncated`, `image_too_many_pixels` */
export const readSourceImage = async (
  name: string,
  { raster, mediaType }: { readonly raster: Raster; readonly mediaType: string },
  bytes: Buffer,
): Promise<SourceImage> => {
  const found = await readMetadata(decodable(raster, bytes)).catch((error: unknown) => {
    throw damaged(name, error)
  })
  const frames = isKeptAnimation(raster) ? 1 : (found.pages ?? 1)
  const upright = frames > 1 || (found.orientation ?? 1) === 1
  const shown = upright
    ? { width: found.width, height: found.pageHeight ?? found.height }
    : found.autoOrient
  const sourceImage = {
    raster,
    mediaType,
    name,
    frames,
    upright,
    exif: found.exif,
    xmp: found.xmp,
    isRgb: found.space === 'srgb' || found.space === 'rgb16',
    inks: found.space === 'cmyk',
    otherProfile: found.space !== 'cmyk' && found.icc !== undefined && !isSrgbProfile(found.icc),
    deep: found.depth !== 'uchar',
    ...shown,
  }
  const total = pixelsOf(sourceImage)
  if (total > maxPixelsIn) {
    const size = `${shown.width} × ${shown.height} pixels${frames > 1 ? ` × ${frames} frames` : ''}`
    throw new ImageError(
      'image_too_many_pixels',
      `${name} has ${size}, ${Math.ceil(total / 1e6)} megapixels; at most ${maxPixelsIn / 1e6} are allowed. Export a smaller version.`,
    )
  }
  return sourceImage
}

export const pixelsOf = ({ width, height, frames }: ImageHeader): number => width * height * frames

/** @throws Error `image_truncated` */
export const requireEnd = ({ name, raster }: SourceImage, bytes: Buffer): void => {
  if (!reachesItsEnd(raster, bytes))
    throw damaged(name, 'it ends before its format says that it does')
}
