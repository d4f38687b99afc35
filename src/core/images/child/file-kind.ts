import { extname } from 'node:path'
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type'
import type { SourceFile } from './source-file.ts'
import { ImageError } from './image-error.ts'

/** Formats that are decoded; any other image is rejected by name. */
export type Raster = 'png' | 'apng' | 'jpeg' | 'webp' | 'gif' | 'avif'

export type FileKind =
  | { readonly media: 'image'; readonly raster: Raster; readonly mediaType: string }
  | { readonly media: 'audio' | 'video'; readonly mediaType: string }

const rasters: Readonly<Record<string, Raster>> = {
  'image/png': 'png',
  'image/apng': 'apng',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
}

/** File names that a format may go by. Containers for both sound and images share theirs. */
const mpeg4 = ['mp4', 'm4v', 'm4a', 'm4b', 'mov', 'qt', '3gp', '3g2', 'f4v']
const ogg = ['ogg', 'oga', 'ogv', 'opus', 'ogm']
const matroska = ['mkv', 'mka', 'webm', 'weba']
const mpeg = ['mp3', 'mp2', 'mpga', 'mpg', 'mpeg', 'mp1', 'aac']
const extensions: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['png'],
  'image/apng': ['png', 'apng'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'image/avif': ['avif'],
  'audio/mpeg': mpeg,
  'audio/aac': [...mpeg, ...mpeg4],
  'audio/wav': ['wav', 'wave'],
  'audio/aiff': ['aif', 'aiff', 'aifc'],
  'audio/midi': ['mid', 'midi'],
  'audio/ogg': ogg,
  'video/ogg': ogg,
  'audio/mp4': mpeg4,
  'audio/x-m4a': mpeg4,
  'video/mp4': mpeg4,
  'video/x-m4v': mpeg4,
  'video/quicktime': mpeg4,
  'video/3gpp': mpeg4,
  'video/3gpp2': mpeg4,
  'video/webm': matroska,
  'video/matroska': matroska,
  'video/x-matroska': matroska,
  'audio/x-matroska': matroska,
  'video/mpeg': mpeg,
}

/**
 * The kind of a file by its content, compared with its extension. A name without extension is
 * accepted.
 * @throws Error `image_svg`, `image_not_media`, `image_unsupported`, `image_wrong_extension`
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
  const raster = rasters[mediaType]
  if (media === 'image' && raster === undefined)
    throw new ImageError(
      'image_unsupported',
      `${file.name} is ${article(found.ext.toUpperCase())} image, which Coldpress cannot read. Export it as PNG, JPEG or WebP.`,
    )
  checkExtension(file.name, mediaType, found.ext)
  return media === 'image' && raster !== undefined
    ? { media, raster, mediaType }
    : { media: media === 'audio' ? 'audio' : 'video', mediaType }
}

/** If the detector fails, the kind is unknown. */
const quietly = <T>(detected: Promise<T>): Promise<T | undefined> => detected.catch(() => undefined)

const checkExtension = (name: string, mediaType: string, ownExtension: string): void => {
  const given = extname(name).slice(1).toLowerCase()
  const allowed = extensions[mediaType] ?? [ownExtension]
  if (given === '' || allowed.includes(given)) return
  throw new ImageError(
    'image_wrong_extension',
    `${name} is named .${given} but holds ${mediaType}. Rename it to .${allowed[0] ?? ownExtension}, or export it again as ${given.toUpperCase()}.`,
  )
}

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
