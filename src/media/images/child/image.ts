import { writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import {
  type CheckedImage,
  type ImageHeader,
  type ImageMaking,
  type ImageOutcome,
  type ImageSummary,
  type SourceRead,
  thumbnailSide,
  type ThumbnailType,
} from '../image-job.ts'
import { nameNote } from '../name-note.ts'
import { isKeptAnimation, keptNotes, planOutput } from '../plan-output.ts'
import { holdsGps } from './gps.ts'
import { lacksTrailer } from './file-end.ts'
import { type FileKind, fileKindOf, type ImageKind, requireImageKind } from './file-kind.ts'
import { WeightedSemaphore } from './weighted-semaphore.ts'
import { lookOf, lookSide } from './look.ts'
import { maxPixelsIn } from './library.ts'
import { failedImage, ImageError, imageReasonOf } from './image-error.ts'
import type { Pixels } from './pixels.ts'
import { decodeSmall, renderImage, thumbnailOf } from './render-image.ts'
import { maxImageFileBytes, openSource, type SourceFile } from './source-file.ts'
import { openSourceImage, pixelsOf, readSourceImage, type SourceImage } from './source-image.ts'
import { bytesToJudge, loadOfWork } from './work-loads.ts'

export type JobContext = {
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Called around a wait for memory that other jobs hold. */
  readonly onWait: () => void
  readonly onResume: () => void
}

/** All jobs together may use as much memory as the largest single image. */
const fileBytes = new WeightedSemaphore(maxImageFileBytes)
const pixels = new WeightedSemaphore(maxPixelsIn)

export const processFile = (
  { source: path, ...making }: { readonly source: string } & ImageMaking,
  context: JobContext,
): Promise<ImageOutcome> =>
  withImage(path, async (file, kind) => {
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
    return withPixels(file, kind, context, async (image, bytes, source) => {
      const { made } = await make(image, bytes, making, context)
      return outcomeOf(made, source, notesOf(file, kind, bytes))
    })
  })

const notesOf = (
  file: SourceFile,
  kind: Extract<FileKind, { media: 'image' }>,
  bytes: Buffer,
): readonly string[] => [
  ...nameNotes(file, kind),
  ...(lacksTrailer(kind.raster, bytes)
    ? [
        `${file.name} ends without the byte that ends a GIF. If frames are missing, export it again.`,
      ]
    : []),
]

const nameNotes = ({ name }: SourceFile, { mediaType }: FileKind): readonly string[] => {
  const note = nameNote(name, mediaType)
  return note === undefined ? [] : [note]
}

/**
 * Decodes an image as `processFile` would, and makes what is asked for of the same pixels. A work is
 * recognised alone.
 */
export const checkFile = (
  { source: path, making }: { readonly source: string; readonly making?: ImageMaking | undefined },
  context: JobContext,
): Promise<CheckedImage> =>
  withSource(path, async (file, kind) => {
    const { mediaType } = kind
    if (kind.media !== 'image')
      return {
        mediaType,
        header: null,
        hasGps: false,
        loads: await loadOf(file, mediaType, context),
        source: file.describe(null),
      }
    return withPixels(file, kind, context, async (image, bytes, source) => {
      const { look, made } =
        making === undefined
          ? { look: lookOf(await decodeSmall(image, bytes, lookSide, context)), made: undefined }
          : await make(image, bytes, making, context)
      return {
        mediaType,
        header: headerOf(image),
        hasGps: holdsGps(image),
        look,
        source,
        ...(made === undefined
          ? {}
          : { made: outcomeOf(made, source, notesOf(file, kind, bytes)) }),
      }
    })
  })

const loadOf = async (
  file: SourceFile,
  mediaType: string,
  context: JobContext,
): Promise<string | undefined> => {
  const bytes = bytesToJudge(mediaType, file.size)
  return bytes === 0
    ? undefined
    : runWithin(fileBytes, bytes, context, () => loadOfWork(file, mediaType, bytes))
}

/** What an image is not is left out: checks of many files are remembered. */
const headerOf = ({
  raster,
  width,
  height,
  frames,
  upright,
  inks,
  otherProfile,
  deep,
}: SourceImage): ImageHeader => ({
  raster,
  width,
  height,
  frames,
  upright,
  ...(inks === true ? { inks } : {}),
  ...(otherProfile === true ? { otherProfile } : {}),
  ...(deep === true ? { deep } : {}),
})

export const inspectFile = (source: string, context: JobContext): Promise<ImageSummary> =>
  withImage(source, async (file, kind) => {
    if (kind.media !== 'image')
      return {
        mediaType: kind.mediaType,
        bytes: file.size,
        width: null,
        height: null,
        animated: false,
      }
    return runWithin(fileBytes, file.size, context, async () => {
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

/** One image of a file, four bytes a pixel: red, green, blue, opacity. */
export type ImageFrame = { readonly width: number; readonly height: number; readonly data: Buffer }

/**
 * The images of a file, upright, with sides of at most `longestSide`.
 * @throws Error as `inspectFile`, and `image_not_media` for sound and films
 */
export const decodeFile = (
  source: string,
  longestSide: number,
  context: JobContext,
): Promise<readonly ImageFrame[]> =>
  withImage(source, async (file, kind) => {
    if (kind.media !== 'image')
      throw new ImageError(
        'image_not_media',
        `${file.name} is no image (${kind.mediaType}). Give PNG, JPEG, WebP, GIF or AVIF.`,
      )
    return withPixels(file, kind, context, (image, bytes) =>
      decodeFrames(image, bytes, longestSide, context),
    )
  })

const decodeFrames = async (
  image: SourceImage,
  bytes: Buffer,
  longestSide: number,
  { timeoutMs }: JobContext,
): Promise<readonly ImageFrame[]> => {
  const opened = await openSourceImage(image, bytes, timeoutMs)
  const { data, info } = await opened
    .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .ensureAlpha()
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw failedImage(image.name, error, timeoutMs)
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
    return await work(file, await fileKindOf(file))
  } finally {
    file.close()
  }
}

const withImage = <T>(
  path: string,
  work: (file: SourceFile, kind: ImageKind) => Promise<T>,
): Promise<T> => withSource(path, (file, kind) => work(file, requireImageKind(file, kind)))

const runWithin = async <T>(
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

/** Gives `work` the bytes and header of an image, within the memory that all jobs share. */
const withPixels = <T>(
  file: SourceFile,
  kind: FileKind & { readonly media: 'image' },
  context: JobContext,
  work: (image: SourceImage, bytes: Buffer, source: SourceRead) => Promise<T>,
): Promise<T> =>
  runWithin(fileBytes, file.size, context, async () => {
    const bytes = await file.readImage()
    const image = await readSourceImage(file.name, kind, bytes)
    const source = file.describe(bytes)
    return runWithin(pixels, pixelsOf(image), context, () => work(image, bytes, source))
  })

type Made = Omit<ImageOutcome, 'source'>

const outcomeOf = (made: Made, source: SourceRead, notes: readonly string[]): ImageOutcome => ({
  ...made,
  source,
  notes: [...notes, ...made.notes],
})

/**
 * Writes the image as the settings ask for it, and a thumbnail if asked for: all from one decoding.
 * @returns the image's look too, where there is a thumbnail
 */
const make = async (
  image: SourceImage,
  bytes: Buffer,
  { target, settings, thumbnail }: ImageMaking,
  context: JobContext,
): Promise<{ readonly made: Made; readonly look?: string | undefined }> => {
  const hasGps = holdsGps(image)
  const plan = planOutput(image, settings, hasGps)
  const beside =
    thumbnail === undefined
      ? undefined
      : (pixels: Pixels) => makeSmall(image, pixels, thumbnail, context)
  if (plan.action === 'keep') {
    // without a thumbnail too: damage must be found
    const pixels = await decodeSmall(image, bytes, beside ? thumbnailSide : lookSide, context)
    const small = await beside?.(pixels)
    return withSmall(small, {
      mediaType: image.mediaType,
      bytes: bytes.length,
      width: image.width,
      height: image.height,
      untouched: true,
      notes: keptNotes(plan.notes, hasGps),
    })
  }
  const limits = { timeoutMs: context.timeoutMs, beside }
  const rendered = await renderImage(image, bytes, plan.format, settings, limits)
  const { data, info, made: small } = rendered
  await writeImage(target, data, context.signal)
  return withSmall(small, {
    mediaType: `image/${plan.format}`,
    bytes: data.length,
    width: info.width,
    height: info.pageHeight ?? info.height,
    untouched: false,
    notes: plan.notes,
  })
}

/** What is made of an image beside its new form. */
type Small = { readonly look: string | undefined; readonly thumbnail?: ThumbnailType }

const makeSmall = async (
  { frames }: SourceImage,
  pixels: Pixels,
  path: string,
  { timeoutMs, signal }: JobContext,
): Promise<Small> => {
  const look = lookOf(pixels)
  // the thumbnail of an animation moves too, and is made when it is asked for
  if (frames > 1) return { look }
  const { data, mediaType } = await thumbnailOf(pixels, timeoutMs)
  await writeImage(path, data, signal)
  return { look, thumbnail: mediaType }
}

const withSmall = (
  small: Small | undefined,
  made: Made,
): { readonly made: Made; readonly look?: string | undefined } => ({
  made: { ...made, thumbnail: small?.thumbnail },
  look: small?.look,
})

const writeImage = async (target: string, data: Buffer, signal: AbortSignal): Promise<void> => {
  signal.throwIfAborted()
  try {
    // a single write to memory is faster than waking another thread
    writeFileSync(target, data)
  } catch (error) {
    await rm(target, { force: true }).catch(() => undefined)
    throw new ImageError(
      'image_unwritable',
      `The changed image cannot be written (${imageReasonOf(error)}). Make room on the disk or check its permissions.`,
      'internal',
    )
  }
}
