import type { TokenContent } from '../../cardano/template.ts'
import { mediaTypeOfName } from '../../content/media.ts'
import type { PlannedImage, TokenFields } from './plan-types.ts'

/**
 * Stands for the CID of a file that is not hashed yet: as long as one, so that sizes come out
 * right, but none, because base58 has no zero.
 */
export const pendingImage = 'ipfs://QmPending0Pending0Pending0Pending0Pending0Pend'

/** Whether the image's CID is known only after the import has processed it. */
export const isPending = (image: PlannedImage | undefined): boolean => image?.kind !== 'ipfs'

/** A planned token as its metadata sees it, as far as it is known before the run. */
export const contentOf = (fields: TokenFields, image: PlannedImage | undefined): TokenContent => ({
  asset_name: fields.asset_name,
  name: fields.name,
  description: fields.description,
  media_type: fields.media_type ?? mediaTypeOf(image),
  image: image?.kind === 'ipfs' ? image.uri : pendingImage,
  metadata_attributes: fields.metadata_attributes ?? [],
  custom_attributes: fields.custom_attributes ?? {},
})

/** What the image's name claims to be; a service learns it from the bytes. */
export const mediaTypeOf = (image: PlannedImage | undefined): string | undefined => {
  if (image?.kind === 'file') return mediaTypeOfName(image.file.name)
  if (image?.kind === 'url') return mediaTypeOfName(URL.parse(image.url)?.pathname ?? '')
  return undefined
}
