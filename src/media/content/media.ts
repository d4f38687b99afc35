import { extname } from 'node:path'
import { fileTypeFromBuffer } from 'file-type'

/** The number of first bytes that {@link sniffMedia} can use. */
export const sniffLength = 4100

const isMedia = (mime: string): boolean => /^(?:image|audio|video)\//.test(mime)

/**
 * The media type by the magic numbers of the bytes. Undefined for anything but image, audio and
 * video, and for formats without a magic number: SVG, HTML and plain text.
 */
export const sniffMedia = async (head: Uint8Array): Promise<string | undefined> => {
  const found = await fileTypeFromBuffer(head.subarray(0, sniffLength))
  if (found === undefined) return undefined
  const mime = found.mime.split(';', 1)[0] ?? found.mime
  return isImageOrPlayable(mime) ? mime : undefined
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
  '.glb': 'model/gltf-binary',
  '.gltf': 'model/gltf+json',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.pdf': 'application/pdf',
}

/** What a token's image can be. An SVG can hide programs and links, so it is a work, never an image. */
export const isImageOrPlayable = (mediaType: string): boolean =>
  isMedia(mediaType) && mediaType !== 'image/svg+xml'

/** The usual ending of a file of this type, with its dot. */
export const extensionOf = (mediaType: string): string | undefined =>
  usualExtensions[mediaType] ??
  Object.entries(mediaTypesByExtension).find(([, type]) => type === mediaType)?.[0]

/** Where a type has several. */
const usualExtensions: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'text/html': '.html',
  'audio/ogg': '.ogg',
}

/** The media type of a file name's extension; undefined when it is not a media type. */
export const mediaTypeOfName = (fileName: string): string | undefined =>
  mediaTypesByExtension[extname(fileName).toLowerCase()]
