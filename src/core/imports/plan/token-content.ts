import type { TokenContent } from '#core/cardano/template.ts'
import { mediaTypeOfName } from '#core/content/media.ts'
import type { ImageFormat } from '#core/images/image-job.ts'
import type { PlannedImage, TokenFields } from './plan-types.ts'

/**
 * Stands for the CID of a file that is not hashed yet: as long as one, so that sizes come out
 * right, but none, because base58 has no zero.
 */
export const pendingImage = 'ipfs://QmPending0Pending0Pending0Pending0Pending0Pend'

/** Whether the image's CID is known only after the import has processed it. */
export const isPending = (image: PlannedImage | undefined): boolean => image?.kind !== 'ipfs'

/** A planned token as its metadata sees it, as far as it is known before the run. */
export const contentOf = (
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
 * The media type of a file's token is that of the bytes as they are pinned, whatever the table says
 * of the image they were made from. Only a type of another kind (a video behind a cover) is the
 * table's alone.
 */
export const sentMediaType = (
  given: string | undefined,
  pinned: string | undefined,
): string | undefined => {
  const isAboutImage = given === undefined || isImageType(given)
  return isAboutImage ? (pinned ?? given) : given
}

export const isImageType = (mediaType: string): boolean => /^image\//iu.test(mediaType)

/** What a file becomes, judged by its name: GIFs are taken to be animated, other images not. */
export const pinnedTypeOf = (
  image: PlannedImage & { readonly kind: 'file' },
  format: ImageFormat,
): string | undefined => {
  const own = mediaTypeOf(image)
  const isKept = format === 'keep' || (own === 'image/gif' && format !== 'webp')
  return isKept || own === undefined || !isImageType(own) ? own : `image/${format}`
}

/** What the image's name claims to be; a service learns it from the bytes. */
export const mediaTypeOf = (image: PlannedImage | undefined): string | undefined => {
  if (image?.kind === 'file') return mediaTypeOfName(image.file.name)
  if (image?.kind === 'url') return mediaTypeOfName(URL.parse(image.url)?.pathname ?? '')
  return undefined
}
