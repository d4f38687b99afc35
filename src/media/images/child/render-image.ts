import type { OutputInfo, Sharp } from 'sharp'
import type { ImageSettings } from '#contract/imports/image-settings.ts'
import { thumbnailSide, type ThumbnailType } from '../image-job.ts'
import type { EncodedFormat } from '../plan-output.ts'
import { failedImage, ImageError } from './image-error.ts'
import { openImage } from './library.ts'
import { openPixels, type Pixels, pixelsFrom } from './pixels.ts'
import { openSourceImage, pixelsOf, requireEnd, type SourceImage } from './source-image.ts'

type TimeLimit = { readonly timeoutMs: number }

/** An image in its new form. */
type Rendered<T> = {
  readonly data: Buffer
  readonly info: OutputInfo
  /** What was made beside it; undefined where nothing was asked for. */
  readonly made: T | undefined
}

/** More are not kept beside the image that is decoded: they would double the memory of the largest. */
const mostKeptPixels = 2048 * 2048

/**
 * @param beside makes something else of the pixels while they are encoded. The bytes are the same
 * with and without.
 * @throws Error `image_truncated`, `image_timeout`
 */
export const renderImage = async <T>(
  source: SourceImage,
  bytes: Buffer,
  format: EncodedFormat,
  settings: ImageSettings,
  {
    timeoutMs,
    beside,
  }: TimeLimit & { readonly beside?: ((pixels: Pixels) => Promise<T>) | undefined },
): Promise<Rendered<T>> => {
  requireEnd(source, bytes)
  const image = encodeAs(await openSourceImage(source, bytes, timeoutMs), format, settings, source)
  try {
    if (beside === undefined || !canKeepPixels(source, settings)) {
      const { data, info } = await encoded(image, format, settings).toBuffer({
        resolveWithObject: true,
      })
      const made = await beside?.(
        await smallPixels(openImage(data, { frames: 1, timeoutMs }), thumbnailSide),
      )
      return { data: finished(data, format), info, made }
    }
    const { info, ...pixels } = await pixelsFrom(image)
    // at once: each wait for the other would leave a core idle
    const [data, made] = await Promise.all([
      encoded(openPixels(pixels, timeoutMs), format, settings).toBuffer(),
      beside(pixels),
    ])
    return { data: finished(data, format), info, made }
  } catch (error) {
    throw error instanceof ImageError ? error : failedImage(source.name, error, timeoutMs)
  }
}

const canKeepPixels = (source: SourceImage, settings: ImageSettings): boolean =>
  source.frames === 1 &&
  !keepsProfile(source, settings) &&
  Math.min(pixelsOf(source), (settings.maxPixels ?? Infinity) ** 2) <= mostKeptPixels

const keepsProfile = ({ isRgb }: SourceImage, settings: ImageSettings): boolean =>
  settings.keepsProfile === true && isRgb

/**
 * The pixels as they are written. EXIF and XMP are left out, the pixels get 8 bits: sharp's own
 * defaults. So do colour profiles, whose colours become sRGB, unless the settings keep them;
 * printing inks always become screen colours.
 */
const encodeAs = (
  image: Sharp,
  format: EncodedFormat,
  settings: ImageSettings,
  source: SourceImage,
): Sharp => {
  const resized = resize(image, settings, source)
  const sized = keepsProfile(source, settings) ? resized.keepIccProfile() : resized
  return format === 'jpeg' ? sized.flatten({ background: '#ffffff' }) : sized
}

const resize = (
  image: Sharp,
  { maxPixels, square }: Pick<ImageSettings, 'maxPixels' | 'square'>,
  { width, height }: SourceImage,
): Sharp => {
  if (square === true) {
    const side = Math.min(width, height, maxPixels ?? Infinity)
    return image.resize(side, side, { fit: 'cover', position: 'centre' })
  }
  return maxPixels === null
    ? image
    : image.resize(maxPixels, maxPixels, { fit: 'inside', withoutEnlargement: true })
}

const encoded = (image: Sharp, format: EncodedFormat, { quality }: ImageSettings): Sharp => {
  if (format === 'png') return image.png()
  return format === 'webp' ? image.webp({ quality, effort: 2 }) : image.jpeg({ quality })
}

const finished = (data: Buffer, format: EncodedFormat): Buffer =>
  format === 'png' ? withoutDensity(data) : data

/**
 * An image as a small one, of at most `side` pixels: the first frame of an animation. Every pixel
 * contributes to it, so damage anywhere is detected, at a fraction of the memory and time of a full
 * decode. JPEG must not use its decoder's shortcut to a smaller size.
 * @throws Error `image_truncated`, `image_timeout`
 */
export const decodeSmall = async (
  source: SourceImage,
  bytes: Buffer,
  side: number,
  { timeoutMs }: TimeLimit,
): Promise<Pixels> => {
  requireEnd(source, bytes)
  const image = await openSourceImage(source, bytes, timeoutMs)
  try {
    return await smallPixels(image, side)
  } catch (error) {
    throw failedImage(source.name, error, timeoutMs)
  }
}

const smallPixels = async (image: Sharp, side: number): Promise<Pixels> => {
  const { info, ...pixels } = await pixelsFrom(
    image.resize(side, side, { fit: 'inside', withoutEnlargement: true, fastShrinkOnLoad: false }),
  )
  return { ...pixels, height: info.pageHeight ?? info.height }
}

/** Bytes of a chunk beside its data: length, type and checksum. */
const chunkFrame = 12

/**
 * A PNG without the size at which it would be printed (the chunk pHYs), which depends on how the
 * pixels came to the encoder. It stands before the pixels (PNG specification, section 5.6).
 */
const withoutDensity = (png: Buffer): Buffer => {
  // after the signature
  let at = 8
  while (at + chunkFrame <= png.length) {
    const type = png.toString('latin1', at + 4, at + 8)
    if (type === 'IDAT') return png
    const end = at + chunkFrame + png.readUInt32BE(at)
    if (type === 'pHYs') return Buffer.concat([png.subarray(0, at), png.subarray(end)])
    at = end
  }
  return png
}

const quality = 80

type Thumbnail = { readonly data: Buffer; readonly mediaType: ThumbnailType }

/**
 * JPEG where nothing shines through: WebP takes five times as long. The filter is the cheapest that
 * shows no steps: it takes a third of the time of the default one.
 */
export const thumbnailOf = async (pixels: Pixels, timeoutMs: number): Promise<Thumbnail> => {
  const plain = withoutOpaque(pixels)
  const image = openPixels(plain, timeoutMs).resize(thumbnailSide, thumbnailSide, {
    fit: 'inside',
    withoutEnlargement: true,
    kernel: 'linear',
  })
  return plain.channels % 2 === 1
    ? { data: await image.jpeg({ quality }).toBuffer(), mediaType: 'image/jpeg' }
    : { data: await image.webp({ quality, effort: 0 }).toBuffer(), mediaType: 'image/webp' }
}

/** Without an opacity that is whole everywhere: it would triple the time of every further step. */
const withoutOpaque = (pixels: Pixels): Pixels => {
  const { data, width, height, channels } = pixels
  if (channels !== 4) return pixels
  const end = width * height * 4
  for (let at = 3; at < end; at += 4) if (data[at] !== 255) return pixels
  const opaque = Buffer.allocUnsafeSlow(width * height * 3)
  for (let from = 0, to = 0; from < end; from += 4, to += 3) {
    opaque[to] = data[from] ?? 0
    opaque[to + 1] = data[from + 1] ?? 0
    opaque[to + 2] = data[from + 2] ?? 0
  }
  return { data: opaque, width, height, channels: 3 }
}
