import type { ImageSettings } from '#contract/imports/image-settings.ts'

/** Formats that are decoded, `avis` an animated AVIF; any other image is rejected. */
export const rasters = ['png', 'apng', 'jpeg', 'webp', 'gif', 'avif', 'avis'] as const
export type Raster = (typeof rasters)[number]

/** The settings that decide whether an image is changed, and to what. */
export type OutputSettings = Pick<
  ImageSettings,
  'maxPixels' | 'format' | 'square' | 'withoutLocation' | 'srgb' | 'keepsProfile'
>

/** Whether the settings ask for other images than the files are. */
export const changesImages = ({
  maxPixels,
  format,
  square,
  withoutLocation,
  srgb,
}: OutputSettings): boolean =>
  maxPixels !== null || format !== 'keep' || [square, withoutLocation, srgb].includes(true)

/** The same settings in the same form, to be compared. */
export const plainSettings = (settings: ImageSettings): ImageSettings => ({
  maxPixels: settings.maxPixels,
  format: settings.format,
  quality: settings.quality,
  ...(settings.square === true ? { square: true } : {}),
  ...(settings.withoutLocation === true ? { withoutLocation: true } : {}),
  ...(settings.srgb === true ? { srgb: true } : {}),
  ...(settings.keepsProfile === true ? { keepsProfile: true } : {}),
})

/** What is made of an image. Paths, because image bytes never travel between the processes. */
export type ImageMaking = {
  /** Where a changed image is written; a file of the caller's own that nobody else reads yet. */
  readonly target: string
  readonly settings: ImageSettings
  /** Where a thumbnail of the result is written, from the same decoding, if one is wanted. */
  readonly thumbnail?: string | undefined
}

export type ImageJob = ImageMaking & { readonly source: string }

/** A picture to share, of a token's art. */
export type ImageCard = {
  readonly source: string
  readonly target: string
  readonly title: string
  readonly line: string
  /** Drawn as a QR code. */
  readonly link?: string | undefined
}

/** A file as the disk describes it; as long as none of this changes, neither does its content. */
export type FileState = {
  readonly size: number
  readonly mtimeMs: number
  /** A decimal: inodes may exceed 2^53. */
  readonly inode: string
}

/** A source file as it was when it had been read. */
export type SourceRead = FileState & {
  /** Hex, of the bytes that were worked on; null for audio and video, which are not read whole. */
  readonly sha256: string | null
}

export type ImageOutcome = {
  readonly mediaType: string
  readonly bytes: number
  /** Pixels as shown, after turning upright; null for audio and video. */
  readonly width: number | null
  readonly height: number | null
  /** True: nothing was written to the target; the result is the source's own bytes. */
  readonly untouched: boolean
  readonly source: SourceRead
  /** Sentences for the user about settings without effect, or private data in the file. */
  readonly notes: readonly string[]
  /** The type of the thumbnail that was written, if one was. */
  readonly thumbnail?: ThumbnailType | undefined
}

/** Longest side of a thumbnail, in pixels: that of the cards of the window. */
export const thumbnailSide = 320
/** JPEG where nothing shines through. */
export const thumbnailTypes = ['image/jpeg', 'image/webp'] as const
export type ThumbnailType = (typeof thumbnailTypes)[number]

/** The details in a file's header. The pixels were not decoded, so the file may still be damaged. */
export type ImageSummary = {
  readonly mediaType: string
  readonly bytes: number
  /** Pixels as shown, after turning upright; null for audio and video. */
  readonly width: number | null
  readonly height: number | null
  readonly animated: boolean
}

/** The details in an image's header, sides as shown (turned upright). */
export type ImageHeader = {
  readonly raster: Raster
  readonly width: number
  readonly height: number
  readonly frames: number
  /** False when the EXIF orientation asks viewers to turn or mirror the stored pixels. */
  readonly upright: boolean
  /** Whether its colours are printing inks (CMYK), which browsers show in wrong colours or not at all. */
  readonly inks?: boolean | undefined
  /** Whether its colours are those of a profile other than sRGB. */
  readonly otherProfile?: boolean | undefined
  /** Whether it has more than 8 bits a channel. */
  readonly deep?: boolean | undefined
}

/** A file that was read and decoded to its end without an error. */
export type SoundImage = {
  readonly mediaType: string
  /** Null for what is recognised and not decoded: audio, video, and works that are no image. */
  readonly header: ImageHeader | null
  /** Whether it holds GPS coordinates, which stay in it unless it is changed. */
  readonly hasGps: boolean
  /** A perceptual hash in hex, of the first frame; none for audio and video. */
  readonly look?: string | undefined
  /** The first address that a page, a drawing or a 3D scene loads from outside its file. */
  readonly loads?: string | undefined
  readonly source: SourceRead
}

/** A check's answer: what was made as well, if that was asked for. */
export type CheckedImage = SoundImage & { readonly made?: ImageOutcome | undefined }

/**
 * Why a file was refused. Travels as `details.rule` of a ColdpressError `invalid`;
 * `image_unwritable` (the target's disk, not the source) comes with `internal`.
 */
export const checkedImageRules = [
  'image_missing',
  'image_unreadable',
  'image_empty',
  'image_too_large',
  'image_not_media',
  'image_unsupported',
  'image_svg',
  'image_too_many_pixels',
  'image_truncated',
  'image_timeout',
  'image_crashed',
  'image_unwritable',
] as const
export type ImageRule = (typeof checkedImageRules)[number]

/** Increased whenever the same source, settings and library would give other bytes. */
const recipe = 4

/**
 * Canonical text of everything besides the source that decides the result's bytes: part of a
 * cache key. `versions` are those of {@link ImageProcess.versions}; their order does not matter.
 */
export const settingsKey = (
  settings: ImageSettings,
  versions: Readonly<Record<string, string>>,
): string => {
  const { maxPixels, format, quality, ...others } = plainSettings(settings)
  const added = Object.keys(others).length === 0 ? [] : [others]
  return JSON.stringify([recipe, maxPixels, format, quality, sortedVersions(versions), ...added])
}

const sortedVersions = (versions: Readonly<Record<string, string>>) =>
  Object.entries(versions).sort(([a], [b]) => (a < b ? -1 : 1))

/** Increased whenever a check of the same file would say something else. */
const checking = 7

/** Canonical text of the image library's versions, and of how files are checked with it. */
export const libraryKey = (versions: Readonly<Record<string, string>>): string =>
  JSON.stringify([checking, sortedVersions(versions)])
