import type { TokenContent } from '#cardano/template.ts'
import { mediaTypeOfName } from '#media/content/media.ts'
import type { ImageFormat } from '#contract/imports/image-settings.ts'
import type { FileEntry, PlannedImage, PlannedWork, TokenFields } from './plan-types.ts'

/**
 * Placeholder for the CID of a file that is not hashed yet: of the same length, so that sizes are
 * right, and never a valid CID, because base58 has no zero.
 */
export const pendingImage = 'ipfs://QmPending0Pending0Pending0Pending0Pending0Pend'

/** The same for a work, of its own, so that it can be found in the metadata. */
export const pendingWork = (number: number): string =>
  `${pendingImage.slice(0, -2)}${String(number).padStart(2, '0')}`

/** Whether a CID of the token is known only after the import has processed its files. */
export const isPending = ({ image, works }: Pick<PlannedContent, 'image' | 'works'>): boolean =>
  image?.kind !== 'ipfs' || works.length > 0

/** What a planned token's metadata is made of, as far as it is known before the run. */
export type PlannedContent = {
  readonly request: TokenFields
  readonly image: PlannedImage | undefined
  readonly works: readonly PlannedWork[]
}

/** A planned token's metadata input, as far as it is known before the run. */
export const metadataInput = (
  { request: fields, image, works }: PlannedContent,
  format: ImageFormat,
): TokenContent => ({
  asset_name: fields.asset_name,
  name: fields.name,
  description: fields.description,
  media_type:
    image?.kind === 'file'
      ? sentMediaType(fields.media_type, pinnedTypeOf(image, format))
      : (fields.media_type ?? mediaTypeOf(image)),
  image: image?.kind === 'ipfs' ? image.uri : pendingImage,
  metadata_attributes: [
    ...(fields.metadata_attributes ?? []),
    ...works.flatMap((work, index) =>
      workAttributes(work, {
        uri: pendingWork(index),
        mediaType: mediaTypeOfFile(work.file) ?? '',
      }),
    ),
  ],
  custom_attributes: fields.custom_attributes ?? {},
})

/** The tags that a work fills, once its address and its type are known. */
export const workAttributes = (
  { tag, typeTag }: { readonly tag: string; readonly typeTag?: string | null | undefined },
  { uri, mediaType }: { readonly uri: string; readonly mediaType: string },
): readonly { readonly tag: string; readonly value: string }[] => [
  { tag, value: uri },
  ...(typeof typeTag === 'string' ? [{ tag: typeTag, value: mediaType }] : []),
]

/**
 * The media type of a file's token is that of the pinned bytes, whatever the table says about the
 * source image. The table decides only types of another kind (a video behind a cover).
 */
export const sentMediaType = (
  given: string | undefined,
  pinned: string | undefined,
): string | undefined => {
  const isAboutImage = given === undefined || isImageType(given)
  return isAboutImage ? (pinned ?? given) : given
}

/** Whether both name the same type, which programs write in several ways, as audio/x-wav and audio/wav. */
export const isSameType = (a: string, b: string): boolean => synonym(a) === synonym(b)

const synonym = (type: string): string =>
  type
    .toLowerCase()
    .replace('/x-', '/')
    .replace(/\/mp3$/u, '/mpeg')

export const isImageType = (mediaType: string): boolean => /^image\//iu.test(mediaType)

/** The pinned type, by the file's content or else its name: GIFs count as animated, other images don't. */
export const pinnedTypeOf = (
  image: PlannedImage & { readonly kind: 'file' },
  format: ImageFormat,
): string | undefined => {
  const own = mediaTypeOf(image)
  const isKept = format === 'keep' || (own === 'image/gif' && format !== 'webp')
  return isKept || own === undefined || !isImageType(own) ? own : `image/${format}`
}

/** The media type by the content of a checked file, else by name; a service detects it from the bytes. */
export const mediaTypeOf = (image: PlannedImage | undefined): string | undefined => {
  if (image?.kind === 'file') return mediaTypeOfFile(image.file)
  if (image?.kind === 'url') return mediaTypeOfName(URL.parse(image.url)?.pathname ?? '')
  return undefined
}

export const mediaTypeOfFile = ({ name, check }: FileEntry): string | undefined =>
  check?.kind === 'sound' ? check.image.mediaType : mediaTypeOfName(name)
