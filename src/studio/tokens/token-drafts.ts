import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import { quoted } from '#values/text/text.ts'
import type { MetadataTemplate } from '#contract/collections/collection.ts'
import type { TokenRequest } from '#contract/tokens/token.ts'
import { tokenErrors } from '#cardano/token-errors.ts'
import { invalidRequest } from '../server/errors.ts'
import { type ImageReference, readImageReference } from './image-reference.ts'
import { resolveImage } from './images.ts'
import type { Studio } from '../options.ts'
import { type CollectionRow, existingCollection } from '../store/collections.ts'
import { takenNames } from '../store/tokens.ts'
import { templateFor } from './token-template.ts'

/**
 * A token as it is asked for. `path` stands before the fields in messages (`tokens[3].`, or
 * nothing); `exceptId` is the token's own id when it exists already.
 */
export type TokenDraft = {
  readonly path: string
  readonly token: TokenRequest
  readonly image: ImageReference
  readonly exceptId?: string
}

export const tokenDraftOf = (token: TokenRequest, path: string, exceptId?: string): TokenDraft => ({
  path,
  token,
  image: readImageReference(token.image),
  ...(exceptId === undefined ? {} : { exceptId }),
})

/** Stands for an image that is not stored yet: every image the studio stores has a URI this long. */
const futureUri = `ipfs://Qm${'1'.repeat(44)}`

/** Errors of a draft that can be found without its image's bytes, each with its path. */
export const draftErrors = (
  template: MetadataTemplate | undefined,
  draft: TokenDraft,
): string[] => {
  const { path, token, image } = draft
  const content = {
    ...token,
    image: image.kind === 'pinned' ? image.uri : futureUri,
    metadata_attributes: token.metadata_attributes ?? [],
    custom_attributes: token.custom_attributes ?? {},
  }
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
  const outcomes = await Promise.all(drafts.map((draft) => storeImage(studio, draft)))
  const errors = outcomes.filter((outcome) => typeof outcome === 'string')
  if (errors.length > 0) throw invalidRequest(errors)
  return outcomes.filter((outcome) => typeof outcome !== 'string')
}

/** @returns the draft with its stored image, or the error of the image */
const storeImage = async (studio: Studio, draft: TokenDraft): Promise<TokenDraft | string> => {
  const { token, path } = draft
  try {
    const stored = await resolveImage(draft.image, token.media_type, studio)
    const mediaType = token.media_type ?? stored.mediaType
    return {
      ...draft,
      image: { kind: 'pinned', uri: stored.uri },
      token: {
        ...token,
        image: stored.uri,
        ...(mediaType === undefined ? {} : { media_type: mediaType }),
      },
    }
  } catch (error) {
    if (isColdpressError(error, 'invalid')) return `${path}image: ${error.message}`
    throw error
  }
}
