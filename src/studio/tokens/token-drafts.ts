import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import { quoted } from '#values/text/text.ts'
import type { MetadataTemplate } from '#contract/collections/collection.ts'
import { joinPieces } from '#contract/tokens/attribute-value.ts'
import type { TokenRequest } from '#contract/tokens/token.ts'
import { tokenErrors } from '#cardano/token-errors.ts'
import { invalidRequest } from '../server/errors.ts'
import { type ImageReference, readImageReference } from './image-reference.ts'
import { storeImage } from './images.ts'
import type { Studio } from '../options.ts'
import { type CollectionRow, existingCollection } from '../store/collections.ts'
import { takenNames } from '../store/tokens.ts'
import { templateFor } from './token-template.ts'
import { contentOf, type TokenParts } from './token-view.ts'

/**
 * A token as it is asked for. `path` stands before the fields in messages (`tokens[3].`, or
 * nothing); `exceptId` is the token's own id when it exists already.
 */
export type TokenDraft = {
  readonly path: string
  readonly token: TokenRequest
  readonly image: ImageReference
  /** What the bytes of the image are; null where they were not seen. */
  readonly imageMediaType: string | null
  readonly exceptId?: string
}

export const tokenDraftOf = (
  token: TokenRequest,
  path: string,
  exceptId?: string,
  imageMediaType: string | null = null,
): TokenDraft => ({
  path,
  token,
  image: readImageReference(joinPieces(token.image)),
  imageMediaType,
  ...(exceptId === undefined ? {} : { exceptId }),
})

/** Stands for an image that is not stored yet: every image the studio stores has a URI this long. */
const futureUri = `ipfs://Qm${'1'.repeat(44)}`

/** What a draft asks for, as it is stored. An address that is not kept as it was sent has no pieces. */
export const rowParts = ({ token, image, imageMediaType }: TokenDraft): TokenParts => {
  const { description } = token
  const uri = image.kind === 'pinned' ? image.uri : futureUri
  return {
    asset_name: token.asset_name,
    name: token.name,
    description: description === undefined ? null : joinPieces(description),
    description_pieces: typeof description === 'object' ? description : null,
    media_type: token.media_type ?? null,
    image: uri,
    image_pieces:
      typeof token.image === 'object' && joinPieces(token.image) === uri ? token.image : null,
    image_media_type: imageMediaType,
    metadata_attributes: token.metadata_attributes ?? [],
    custom_attributes: token.custom_attributes ?? {},
    price: token.price === undefined ? null : BigInt(token.price),
  }
}

/** Errors of a draft that can be found without its image's bytes, each with its path. */
export const draftErrors = (
  template: MetadataTemplate | undefined,
  draft: TokenDraft,
): string[] => {
  const { path, image } = draft
  const content = contentOf(template, rowParts(draft))
  return [
    ...(image.kind === 'error' ? [`${path}image: ${image.message}`] : []),
    ...tokenErrors(templateFor(template, content.custom_attributes), content).map(
      ({ field, message }) => `${path}${field}: ${message}`,
    ),
  ]
}

/**
 * Everything that is wrong with drafts beside the bytes of their images.
 * @returns the collection that they were judged by
 * @throws ColdpressError `not_found`; `invalid` with the errors of all; `conflict` with all names
 */
export const validateDrafts = (
  studio: Studio,
  collectionId: string,
  drafts: readonly TokenDraft[],
): CollectionRow => {
  const collection = existingCollection(studio, collectionId)
  const template = collection.metadata ?? undefined
  const errors = drafts.flatMap((draft) => draftErrors(template, draft))
  if (errors.length > 0) throw invalidRequest(errors)
  const duplicates = duplicateErrors(studio, collectionId, drafts)
  if (duplicates.length > 0) throw new ColdpressError('conflict', duplicates.join('; '))
  return collection
}

const duplicateErrors = (
  studio: Studio,
  collectionId: string,
  drafts: readonly TokenDraft[],
): string[] => {
  const names = drafts.map(({ token }) => token.asset_name)
  const taken = takenNames(studio.database, collectionId, names, drafts[0]?.exceptId)
  return drafts.flatMap(({ path, token: { asset_name: name } }, index) => {
    if (taken.has(name)) return [`${path}asset_name: ${quoted(name)} is in the collection already`]
    return names.indexOf(name) < index
      ? [`${path}asset_name: ${quoted(name)} is in the request more than once`]
      : []
  })
}

/** Whether the bytes of an image have to be stored before its token can be written. */
export const hasImageToStore = (draft: TokenDraft): boolean =>
  draft.image.kind === 'inline' || draft.image.kind === 'web'

/**
 * Brings all images into the content store, at the same time.
 * @throws ColdpressError `invalid` with the errors of all
 */
export const storeImages = async (
  studio: Studio,
  drafts: readonly TokenDraft[],
): Promise<readonly TokenDraft[]> => {
  const outcomes = await Promise.all(drafts.map((draft) => withStoredImage(studio, draft)))
  const errors = outcomes.filter((outcome) => typeof outcome === 'string')
  if (errors.length > 0) throw invalidRequest(errors)
  return outcomes.filter((outcome) => typeof outcome !== 'string')
}

/** @returns the draft with its stored image, or the error of the image */
const withStoredImage = async (studio: Studio, draft: TokenDraft): Promise<TokenDraft | string> => {
  const { token, path, image } = draft
  if (image.kind === 'pinned') return draft
  try {
    const stored = await storeImage(image, studio)
    return {
      ...draft,
      image: { kind: 'pinned', uri: stored.uri },
      imageMediaType: stored.mediaType,
      token: {
        ...token,
        image: stored.uri,
        media_type: token.media_type ?? stored.mediaType,
      },
    }
  } catch (error) {
    if (isColdpressError(error, 'invalid')) return `${path}image: ${error.message}`
    throw error
  }
}
