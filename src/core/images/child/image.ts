import { writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { OutputInfo, Sharp } from 'sharp'
import type {
  ImageFacts,
  ImageHeader,
  ImageOutcome,
  ImageSettings,
  Raster,
  SoundImage,
} from '../image-job.ts'
import { nameNote } from '../name-note.ts'
import { isKeptAnimation, keptNotes, planOutput, type EncodedFormat } from '../plan-output.ts'
import { holdsGps } from './exif-gps.ts'
import { reachesItsEnd } from './file-end.ts'
import {
  kindOf,
  namesOtherFiles,
  requireImageKind,
  type FileKind,
  type ImageKind,
} from './file-kind.ts'
import { WeightedSemaphore } from './weighted-semaphore.ts'
import { lookOf, lookSide } from './look.ts'
import { maxPixelsIn, openImage, readMetadata } from './library.ts'
import { damaged, failed, reasonOf, ImageError } from './image-error.ts'
import { maxImageFileBytes, openSource, type SourceFile } from './source-file.ts'

export type JobContext = {
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Called around a wait for memory that other jobs hold. */
  readonly onWait: () => void
  readonly onResume: () => void
}

type SourceImage = ImageHeader & {
  readonly name: string
  readonly mediaType: string
  readonly exif: Buffer | undefined
  /** Whether its colours are those of a screen, so that their profile can stay. */
  readonly isRgb: boolean
}

/** All jobs together may use as much memory as the largest single image. */
const fileBytes = new WeightedSemaphore(maxImageFileBytes)
const pixels = new WeightedSemaphore(maxPixelsIn)

export const processFile = (
  job: { source: string; target: string; settings: ImageSettings },
  context: JobContext,
): Promise<ImageOutcome> =>
  withImage(job.source, async (file, kind) => {
    if (kind.media !== 'image')
      return {
        mediaType: kind.mediaType,
        bytes: file.size,
        width: null,
        height: null,
        untouched: true,
        source: file.describe(null),
        notes: nameNotes(file, kind),
      }
    return within(fileBytes, file.size, context, async () => {
      const bytes = await file.readImage()
      const source = file.describe(bytes)
      const sourceImage = await readSourceImage(file.name, kind, bytes)
      const made = await within(pixels, pixelsOf(sourceImage), context, () =>
        processImage(sourceImage, bytes, job, context),
      )
      return { ...made, source, notes: [...nameNotes(file, kind), ...made.notes] }
    })
  })

const nameNotes = ({ name }: SourceFile, { mediaType }: FileKind): readonly string[] => {
  const note = nameNote(name, mediaType)
  return note === undefined ? [] : [note]
}

/** Decodes an image as `processFile` would, and writes nothing. A work is recognised alone. */
export const checkFile = (source: string, context: JobContext): Promise<SoundImage> =>
  withSource(source, async (file, kind) => {
    const { mediaType } = kind
    if (kind.media !== 'image')
      return {
        mediaType,
        header: null,
        hasGps: false,
        needsOthers: mediaType === 'model/gltf+json' && namesOtherFiles(file),
        source: file.describe(null),
      }
    return within(fileBytes, file.size, context, async () => {
      const bytes = await file.readImage()
      const image = await readSourceImage(file.name, kind, bytes)
      const look = await within(pixels, pixelsOf(image), context, async () => {
        const small = await decodeWhole(image, bytes, context)
        return lookOf(small.data, small.info.channels)
      })
      const { raster, width, height, frames, upright, inks } = image
      return {
        mediaType,
        header: { raster, width, height, frames, upright, ...(inks === true ? { inks } : {}) },
        hasGps: holdsGps(image.exif),
        look,
        source: file.describe(bytes),
      }
    })
  })

export const inspectFile = (source: string, context: JobContext): Promise<ImageFacts> =>
  withImage(source, async (file, kind) => {
    if (kind.media !== 'image')
      return {
        mediaType: kind.mediaType,
        bytes: file.size,
        width: null,
        height: null,
        animated: false,
      }
    return within(fileBytes, file.size, context, async () => {
      const { mediaType, width, height, frames, raster } = await readSourceImage(
        file.name,
        kind,
        await file.readImage(),
      )
      return {
        mediaType,
        bytes: file.size,
        width,
        height,
        animated: frames > 1 || isKeptAnimation(raster),
      }
    })
  })

/** Pixels of one image, four bytes each: red, green, blue, opacity. */
export type Pixels = { readonly width: number; readonly height: number; readonly data: Buffer }

/**
 * The images of a file, upright, with sides of at most `longestSide`.
 * @throws Error as `inspectFile`, and `image_not_media` for sound and films
 */
export const decodeFile = (
  source: string,
  longestSide: number,
  context: JobContext,
): Promise<readonly Pixels[]> =>
  withImage(source, async (file, kind) => {
    if (kind.media !== 'image')
      throw new ImageError(
        'image_not_media',
        `${file.name} is no image (${kind.mediaType}). Give PNG, JPEG, WebP, GIF or AVIF.`,
      )
    return within(fileBytes, file.size, context, async () => {
      const bytes = await file.readImage()
      const sourceImage = await readSourceImage(file.name, kind, bytes)
      return within(pixels, pixelsOf(sourceImage), context, () =>
        decodeFrames(sourceImage, bytes, longestSide, context),
      )
    })
  })

const decodeFrames = async (
  { name, frames, raster }: SourceImage,
  bytes: Buffer,
  longestSide: number,
  { timeoutMs }: JobContext,
): Promise<readonly Pixels[]> => {
  const { data, info } = await openImage(decodable(raster, bytes), { frames, timeoutMs })
    .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .ensureAlpha()
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw failed(name, error, timeoutMs)
    })
  // the frames of an animation are stacked vertically
  const { width, height: total } = info
  const height = info.pageHeight ?? total
  const size = width * height * 4
  return Array.from({ length: total / height }, (_, page) => ({
    width,
    height,
    data: data.subarray(page * size, (page + 1) * size),
  }))
}

const withSource = async <T>(
  path: string,
  work: (file: SourceFile, kind: FileKind) => Promise<T>,
): Promise<T> => {
  const file = await openSource(path)
  try {
    return await work(file, await kindOf(file))
  } finally {
    file.close()
  }
}

const withImage = <T>(
  path: string,
  work: (file: SourceFile, kind: ImageKind) => Promise<T>,
): Promise<T> => withSource(path, (file, kind) => work(file, requireImageKind(file, kind)))

const within = async <T>(
  gate: WeightedSemaphore,
  weight: number,
  { onWait, onResume, signal }: JobContext,
  work: () => Promise<T>,
): Promise<T> => {
  let waited = false
  const leave = await gate.enter(weight, () => {
    waited = true
    onWait()
  })
  try {
    if (waited) onResume()
    signal.throwIfAborted()
    return await work()
  } finally {
    leave()
  }
}

/** The library knows the first image of an animated AVIF under the brand of a still one alone. */
const decodable = (raster: Raster, bytes: Buffer): Buffer => {
  if (raster !== 'avis') return bytes
  const still = Buffer.from(bytes)
  still.write('avif', 8, 'latin1')
  return still
}

/** @throws Error `image_truncated`, `image_too_many_pixels` */
const readSourceImage = async (
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
    isRgb: found.space === 'srgb' || found.space === 'rgb16',
    inks: found.space === 'cmyk',
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

const pixelsOf = ({ width, height, frames }: ImageHeader): number => width * height * frames

const processImage = async (
  sourceImage: SourceImage,
  bytes: Buffer,
  { target, settings }: { readonly target: string; readonly settings: ImageSettings },
  { timeoutMs, signal }: JobContext,
): Promise<Omit<ImageOutcome, 'source'>> => {
  const hasGps = holdsGps(sourceImage.exif)
  const plan = planOutput(sourceImage, settings, hasGps)
  if (plan.action === 'keep') {
    await decodeWhole(sourceImage, bytes, { timeoutMs })
    const { mediaType, width, height } = sourceImage
    const notes = keptNotes(plan.notes, hasGps)
    return { mediaType, bytes: bytes.length, width, height, untouched: true, notes }
  }
  requireEnd(sourceImage, bytes)
  const image = openImage(bytes, { frames: sourceImage.frames, timeoutMs })
  const { data, info } = await encode(image, plan.format, settings, sourceImage)
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw failed(sourceImage.name, error, timeoutMs)
    })
  await writeTarget(target, data, signal)
  const height = info.pageHeight ?? info.height
  return {
    mediaType: `image/${plan.format}`,
    bytes: data.length,
    width: info.width,
    height,
    untouched: false,
    notes: plan.notes,
  }
}

const requireEnd = ({ name, raster }: SourceImage, bytes: Buffer): void => {
  if (!reachesItsEnd(raster, bytes))
    throw damaged(name, 'it ends before its format says that it does')
}

/**
 * Every pixel contributes to the small result, so damage anywhere is detected, at a fraction of the
 * memory and time of a full decode. JPEG must not use its decoder's shortcut to a smaller size.
 * @returns the small result, from which a check makes the image's look
 */
const decodeWhole = async (
  sourceImage: SourceImage,
  bytes: Buffer,
  { timeoutMs }: Pick<JobContext, 'timeoutMs'>,
): Promise<{ readonly data: Buffer; readonly info: OutputInfo }> => {
  requireEnd(sourceImage, bytes)
  const { name, frames, raster } = sourceImage
  const image = openImage(decodable(raster, bytes), { frames, timeoutMs })
  try {
    return await image
      .resize(lookSide, lookSide, { fit: 'fill', fastShrinkOnLoad: false })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
  } catch (error) {
    throw failed(name, error, timeoutMs)
  }
}

/**
 * EXIF and XMP are left out, the pixels get 8 bits: sharp's own defaults. So do colour profiles, whose
 * colours become sRGB, unless the settings keep them; printing inks always become screen colours.
 */
const encode = (
  image: Sharp,
  format: EncodedFormat,
  { quality, ...settings }: ImageSettings,
  source: SourceImage,
): Sharp => {
  const resized = resize(image, settings, source)
  const sized = settings.keepsProfile === true && source.isRgb ? resized.keepIccProfile() : resized
  if (format === 'png') return sized.png()
  if (format === 'webp') return sized.webp({ quality, effort: 2 })
  return sized.flatten({ background: '#ffffff' }).jpeg({ quality })
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

const writeTarget = async (target: string, data: Buffer, signal: AbortSignal): Promise<void> => {
  signal.throwIfAborted()
  try {
    // a single write to memory is faster than waking another thread
    writeFileSync(target, data)
  } catch (error) {
    await rm(target, { force: true }).catch(() => undefined)
    throw new ImageError(
      'image_unwritable',
      `The changed image cannot be written (${reasonOf(error)}). Make room on the disk or check its permissions.`,
      'internal',
    )
  }
}
