import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type'
import { sceneBytes, type SourceFile } from './source-file.ts'
import type { Raster } from '../image-job.ts'
import { ImageError } from './image-error.ts'

/** What a token's image can be: a picture that is decoded, or sound and film that are kept. */
export type ImageKind =
  | { readonly media: 'image'; readonly raster: Raster; readonly mediaType: string }
  | { readonly media: 'audio' | 'video'; readonly mediaType: string }

/** `work`: kept byte for byte beside an image, and never opened by the image library. */
export type FileKind = ImageKind | { readonly media: 'work'; readonly mediaType: string }

const rasterOf: Readonly<Record<string, Raster>> = {
  'image/png': 'png',
  'image/apng': 'apng',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
}

/** Works that are no text and have a magic number. */
const binaryWorks: ReadonlySet<string> = new Set(['model/gltf-binary', 'application/pdf'])

/**
 * The kind of a file by its content, whatever its name.
 * @throws Error `image_not_media`, `image_unsupported`
 */
export const fileKindOf = async (file: SourceFile): Promise<FileKind> => {
  const { head } = file
  const found =
    (await quietly(fileTypeFromBuffer(head))) ?? (await quietly(fileTypeFromFile(file.path)))
  const mediaType = found?.mime.split(';')[0] ?? ''
  const media = mediaType.split('/')[0]
  if (found === undefined || mediaType.endsWith('/xml') || mediaType.endsWith('+xml'))
    return textKind(file, mediaType)
  if (binaryWorks.has(mediaType)) return { media: 'work', mediaType }
  if (media !== 'image' && media !== 'audio' && media !== 'video')
    throw notMedia(file.name, `it is ${article(found.ext.toUpperCase())} file`)
  const raster = isImageSequence(head) ? 'avis' : rasterOf[mediaType]
  if (media === 'image' && raster === undefined)
    throw new ImageError(
      'image_unsupported',
      `${file.name} is ${article(found.ext.toUpperCase())} image, which Coldpress cannot read. Export it as PNG, JPEG or WebP.`,
    )
  return media === 'image' && raster !== undefined
    ? { media, raster, mediaType }
    : { media: media === 'audio' ? 'audio' : 'video', mediaType }
}

/** AV1 Image File Format, section 6: the major brand of a file whose images follow each other. */
const isImageSequence = (head: Uint8Array): boolean =>
  Buffer.from(head.subarray(4, 12)).toString('latin1') === 'ftypavis'

/** If the detector fails, the kind is unknown. */
const quietly = <T>(detected: Promise<T>): Promise<T | undefined> => detected.catch(() => undefined)

/** A drawing, a web page or a 3D scene, by the text that it starts with. @throws Error `image_not_media` */
const textKind = async (file: SourceFile, mediaType: string): Promise<FileKind> => {
  const { name, head } = file
  const text = new TextDecoder('utf-8').decode(head, { stream: true })
  if (isPage(text)) return { media: 'work', mediaType: 'text/html' }
  if (mediaType === 'image/svg+xml' || /<(?:[a-z]+:)?svg[\s>]/iu.test(text))
    return { media: 'work', mediaType: 'image/svg+xml' }
  if (/^\s*\{/u.test(text) && (await isScene(file)))
    return { media: 'work', mediaType: 'model/gltf+json' }
  throw notMedia(name, isText(text) ? 'it is text' : 'its content is of no known kind')
}

const isPage = (text: string): boolean =>
  /^\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body)\b/iu.test(
    text.replace(/^\uFEFF/u, ''),
  )

/** glTF 2.0, section 5.1: `asset`, with the `version` of the format, is the one thing that must be there. */
const isScene = async ({ start, readStart }: SourceFile): Promise<boolean> =>
  namesFormat(start) || namesFormat(await readStart(sceneBytes))

const namesFormat = (bytes: Uint8Array): boolean =>
  /"asset"\s*:\s*\{[^{}]*"version"\s*:/u.test(new TextDecoder('utf-8').decode(bytes))

const isText = (text: string): boolean =>
  !Array.from(text).some((char) => (char < ' ' && !'\t\n\r\f'.includes(char)) || char === '\uFFFD')

/** @throws Error `image_svg`, `image_not_media` for what can only be a work beside an image */
export const requireImageKind = ({ name }: SourceFile, kind: FileKind): ImageKind => {
  if (kind.media !== 'work') return kind
  if (kind.mediaType === 'image/svg+xml')
    throw new ImageError(
      'image_svg',
      `${name} is an SVG drawing, which can hide scripts and links and looks different from one viewer to the next. Export it as PNG.`,
    )
  throw notMedia(name, workWords[kind.mediaType] ?? `it is of the type ${kind.mediaType}`)
}

const workWords: Readonly<Record<string, string>> = {
  'text/html': 'it is a web page (HTML), perhaps an error page saved in its place',
  'application/pdf': 'it is a PDF file',
  'model/gltf-binary': 'it is a GLB file',
  'model/gltf+json': 'it is a 3D scene (glTF)',
}

const notMedia = (name: string, instead: string): ImageError =>
  new ImageError(
    'image_not_media',
    `${name} is no image, audio or video file: ${instead}. Put the real file in its place.`,
  )

const article = (word: string): string =>
  `${/^(?:[AEFHILMNORSX]|8)/u.test(word) ? 'an' : 'a'} ${word}`
