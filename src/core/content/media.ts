import { extname } from 'node:path'
import { fileTypeFromBuffer } from 'file-type'

/** As many bytes of a file's beginning as {@link sniffMedia} can make use of. */
export const sniffLength = 4100

const isMedia = (mime: string): boolean => /^(?:image|audio|video)\//.test(mime)

/**
 * The media type that the bytes themselves show, by their magic numbers. Undefined for all that is
 * not image, audio or video, and for what has no magic number: SVG, HTML and plain text.
 */
export const sniffMedia = async (head: Uint8Array): Promise<string | undefined> => {
  const found = await fileTypeFromBuffer(head.subarray(0, sniffLength))
  if (found === undefined) return undefined
  const mime = found.mime.split(';', 1)[0] ?? found.mime
  return isMedia(mime) && mime !== 'image/svg+xml' ? mime : undefined
}

const mediaTypesByExtension: Readonly<Record<string, string>> = {
  '.apng': 'image/apng',
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.heic': 'image/heic',
  '.heif': 'image/heif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.tif': 'image/tiff',
  '.tiff': 'image/tiff',
  '.webp': 'image/webp',
  '.aac': 'audio/aac',
  '.aif': 'audio/aiff',
  '.aiff': 'audio/aiff',
  '.flac': 'audio/flac',
  '.m4a': 'audio/x-m4a',
  '.mp3': 'audio/mpeg',
  '.oga': 'audio/ogg',
  '.ogg': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.wav': 'audio/wav',
  '.m4v': 'video/x-m4v',
  '.mkv': 'video/matroska',
  '.mov': 'video/quicktime',
  '.mp4': 'video/mp4',
  '.mpeg': 'video/mpeg',
  '.mpg': 'video/mpeg',
  '.ogv': 'video/ogg',
  '.webm': 'video/webm',
}

/** The media type that a file's name claims; undefined when the extension is not one of media. */
export const mediaTypeOfName = (fileName: string): string | undefined =>
  mediaTypesByExtension[extname(fileName).toLowerCase()]
