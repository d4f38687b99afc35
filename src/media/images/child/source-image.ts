import type { Sharp } from 'sharp'
import type { ImageHeader, Raster } from '../image-job.ts'
import { isKeptAnimation } from '../plan-output.ts'
import { isSrgbProfile } from './colour-profile.ts'
import { reachesItsEnd } from './file-end.ts'
import { damagedImage, failedImage, ImageError } from './image-error.ts'
import { maxPixelsIn, openImage, readMetadata } from './library.ts'
import { soundBytes } from './sound-bytes.ts'

/** An image of which the header was read. */
export type SourceImage = ImageHeader & {
  readonly name: string
  readonly mediaType: string
  readonly exif: Buffer | undefined
  readonly xmp: Buffer | undefined
  /** Whether its colours are those of a screen, so that their profile can stay. */
  readonly isRgb: boolean
  /** Whether it is grey with 16 bits and a profile. */
  readonly isDeepGrey: boolean
}

/** Opens what was read, to be decoded. @throws Error `image_truncated` */
export const openSourceImage = async (
  { name, raster, frames, isDeepGrey }: SourceImage,
  bytes: Buffer,
  timeoutMs: number,
): Promise<Sharp> => {
  const sound = soundBytes(raster, bytes)
  if (!isDeepGrey) return openImage(sound, { frames, timeoutMs })
  const grey = await greyIn8Bits(openImage(sound, { frames, timeoutMs, turns: false })).catch(
    (error: unknown) => {
      throw failedImage(name, error, timeoutMs)
    },
  )
  return openImage(grey, { frames, timeoutMs })
}

/**
 * Grey with 16 bits as grey with 8, with the same profile and EXIF: the library applies the profile to
 * those alone, and the same picture must look the same.
 */
const greyIn8Bits = (image: Sharp): Promise<Buffer> =>
  image.toColourspace('b-w').keepIccProfile().keepExif().png({ compressionLevel: 0 }).toBuffer()

/** @throws Error `image_truncated`, `image_too_many_pixels`, `image_unsupported` */
export const readSourceImage = async (
  name: string,
  { raster, mediaType }: { readonly raster: Raster; readonly mediaType: string },
  bytes: Buffer,
): Promise<SourceImage> => {
  requireCommonPng(name, raster, bytes)
  const found = await readMetadata(soundBytes(raster, bytes)).catch((error: unknown) => {
    requireEnd({ name, raster }, bytes)
    throw damagedImage(name, error)
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
    isDeepGrey: found.space === 'grey16' && found.icc !== undefined,
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

/** Xcode packs the PNGs of an app so; the chunk comes before the header, where no other may be. */
const requireCommonPng = (name: string, raster: Raster, bytes: Buffer): void => {
  if (raster !== 'png' || bytes.toString('latin1', 12, 16) !== 'CgBI') return
  throw new ImageError(
    'image_unsupported',
    `${name} is a PNG in Apple’s own form (CgBI), taken out of an app, which other programs cannot read. Export the picture as an ordinary PNG, for example from Preview.`,
  )
}

export const pixelsOf = ({ width, height, frames }: ImageHeader): number => width * height * frames

/** @throws Error `image_truncated` */
export const requireEnd = (
  { name, raster }: Pick<SourceImage, 'name' | 'raster'>,
  bytes: Buffer,
): void => {
  if (!reachesItsEnd(raster, bytes))
    throw damagedImage(name, 'it ends before its format says that it does')
}
