import sharp, { type Sharp } from 'sharp'

/** Pixels of one image, all frames counted: 100 megapixels take about 400 MB when they must be turned. */
export const maxPixelsIn = 100_000_000

/**
 * Opens the decoders that are needed and no other: SVG, PDF, TIFF and the rest stay shut.
 * One thread for each image and no cache, since every image is decoded once and several run at a time.
 */
export const configureLibrary = (): void => {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map(
      (format) => `VipsForeignLoad${format}Buffer`,
    ),
  })
  sharp.concurrency(1)
  sharp.cache(false)
}

export const libraryVersions = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(sharp.versions).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )

/** Reads the header only, so the size is known before anything is decoded. */
export const readMetadata = (bytes: Buffer) =>
  sharp(bytes, { animated: true, failOn: 'warning', limitInputPixels: false }).metadata()

type Opening = {
  readonly frames: number
  readonly timeoutMs: number
  /** False: it stays as it lies, and who reads it next turns it. */
  readonly turns?: boolean
}

/** Always from memory: given a path, some decoders would open files beside it. */
export const openImage = (bytes: Buffer, { frames, timeoutMs, turns = true }: Opening): Sharp =>
  sharp(bytes, {
    animated: frames > 1,
    // Animations carry no orientation that viewers obey, and the library cannot turn them.
    autoOrient: turns && frames === 1,
    failOn: 'warning',
    limitInputPixels: maxPixelsIn,
  }).timeout({ seconds: Math.ceil(timeoutMs / 1000) })
