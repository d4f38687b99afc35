import type { TokenContent } from '#core/cardano/template.ts'
import { mediaTypeOfName } from '#core/content/media.ts'
import type { ImageFormat } from '#core/images/image-job.ts'
import type { FileEntry, PlannedImage, TokenFields } from './plan-types.ts'

/**
 * Placeholder for the CID of a file that is not hashed yet: of the same length, so that sizes are
 * right, and never a valid CID, because base58 has no zero.
 */
export const pendingImage = 'ipfs://QmPending0Pending0Pending0Pending0Pending0Pend'

/** Whether the image's CID is known only after the import has processed it. */
export const isPending = (image: PlannedImage | undefined): boolean => image?.kind !== 'ipfs'

/** A planned token's metadata input, as far as it is known before the run. */
export const metadataInput = (
  fields: TokenFields,
  image: PlannedImage | undefined,
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
  metadata_attributes: fields.metadata_attributes ?? [],
  custom_attributes: fields.custom_attributes ?? {},
})

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

const mediaTypeOfFile = ({ name, check }: FileEntry): string | undefined =>
  check?.kind === 'sound' ? check.image.mediaType : mediaTypeOfName(name)
