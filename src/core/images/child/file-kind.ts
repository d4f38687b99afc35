import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type'
import type { SourceFile } from './source-file.ts'
import type { Raster } from '../image-job.ts'
import { ImageError } from './image-error.ts'

export type FileKind =
  | { readonly media: 'image'; readonly raster: Raster; readonly mediaType: string }
  | { readonly media: 'audio' | 'video'; readonly mediaType: string }

const rasterOf: Readonly<Record<string, Raster>> = {
  'image/png': 'png',
  'image/apng': 'apng',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
}

/**
 * The kind of a file by its content, whatever its name.
 * @throws Error `image_svg`, `image_not_media`, `image_unsupported`
 */
export const kindOf = async (file: SourceFile): Promise<FileKind> => {
  const { head } = file
  const found =
    (await quietly(fileTypeFromBuffer(head))) ?? (await quietly(fileTypeFromFile(file.path)))
  const mediaType = found?.mime.split(';')[0] ?? ''
  const media = mediaType.split('/')[0]
  if (found === undefined || mediaType.endsWith('/xml') || mediaType.endsWith('+xml'))
    throw textual(file.name, head, mediaType)
  if (media !== 'image' && media !== 'audio' && media !== 'video')
    throw notMedia(file.name, `it is ${article(found.ext.toUpperCase())} file`)
  const raster = rasterOf[mediaType]
  if (media === 'image' && raster === undefined)
    throw new ImageError(
      'image_unsupported',
      `${file.name} is ${article(found.ext.toUpperCase())} image, which Coldpress cannot read. Export it as PNG, JPEG or WebP.`,
    )
  return media === 'image' && raster !== undefined
    ? { media, raster, mediaType }
    : { media: media === 'audio' ? 'audio' : 'video', mediaType }
}

/** If the detector fails, the kind is unknown. */
const quietly = <T>(detected: Promise<T>): Promise<T | undefined> => detected.catch(() => undefined)

const textual = (name: string, head: Uint8Array, mediaType: string): ImageError => {
  const text = new TextDecoder('utf-8').decode(head, { stream: true })
  if (mediaType === 'image/svg+xml' || /<(?:[a-z]+:)?svg[\s>]/iu.test(text))
    return new ImageError(
      'image_svg',
      `${name} is an SVG drawing, which can hide scripts and links and looks different from one viewer to the next. Export it as PNG.`,
    )
  if (
    /^\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body)\b/iu.test(
      text.replace(/^\uFEFF/u, ''),
    )
  )
    return notMedia(name, 'it is a web page (HTML), perhaps an error page saved in its place')
  return notMedia(name, isText(text) ? 'it is text' : 'its content is of no known kind')
}

const isText = (text: string): boolean =>
  !Array.from(text).some((char) => (char < ' ' && !'\t\n\r\f'.includes(char)) || char === '\uFFFD')

const notMedia = (name: string, instead: string): ImageError =>
  new ImageError(
    'image_not_media',
    `${name} is no image, audio or video file: ${instead}. Put the real file in its place.`,
  )

const article = (word: string): string =>
  `${/^(?:[AEFHILMNORSX]|8)/u.test(word) ? 'an' : 'a'} ${word}`
