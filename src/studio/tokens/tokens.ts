import { z } from 'zod'
import { isDeepStrictEqual } from 'node:util'
import { listOf } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { quoted } from '#values/text/text.ts'
import { limits } from '#values/bounds/limits.ts'
import { joinPieces } from '#contract/tokens/attribute-value.ts'
import {
  addTokensRequest,
  type WholeToken,
  type TokenChange,
  type TokenRequest,
  tokenRequest,
  type TokenStatus,
  tokenStatusWords,
} from '#contract/tokens/token.ts'
import { invalidRequest } from '../server/errors.ts'
import type { Studio } from '../options.ts'
import { tokenStatement } from '../seals/statements.ts'
import { moveTokenToBin } from '../store/bin.ts'
import { type CollectionRow, existingCollection } from '../store/collections.ts'
import {
  findToken,
  fixedStatuses,
  insertToken,
  type NewToken,
  type StoredTokenRow,
  updateToken,
} from '../store/tokens.ts'
import {
  type TokenDraft,
  draftErrors,
  rowParts,
  tokenDraftOf,
  hasImageToStore,
  validateDrafts,
  storeImages,
} from './token-drafts.ts'
import { tokenViews } from './token-view.ts'
import { check } from '../server/validation.ts'

const batchOutline = z.object({ tokens: listOf(z.unknown()).min(1).max(limits.tokensPerRequest) })

/**
 * The error of a request whose form is wrong: the errors of every item, also of those whose form
 * is right but whose content is not.
 * @throws ColdpressError `not_found`
 */
export const invalidBatch = (
  studio: Studio,
  collectionId: string,
  body: unknown,
): ColdpressError => {
  const template = existingCollection(studio, collectionId).metadata ?? undefined
  const outline = batchOutline.safeParse(body)
  if (!outline.success) {
    const checked = check(addTokensRequest, body, { whole: 'body', nulls: 'absent' })
    return invalidRequest('errors' in checked ? checked.errors : ['body: not valid'])
  }
  const errors = outline.data.tokens.flatMap((item, index) => {
    const checked = check(tokenRequest, item, {
      whole: 'body',
      nulls: 'absent',
      above: ['tokens', index],
    })
    if ('errors' in checked) return checked.errors
    return draftErrors(template, tokenDraftOf(checked.value, `tokens[${index}].`))
  })
  return invalidRequest(errors)
}

/**
 * Adds all tokens or none. Checks that do not need the images run before any image is stored, and
 * again in the database transaction, because the collection may have changed meanwhile.
 * @param request.linkBase where the pages that links lead to are served
 * @throws ColdpressError `not_found`, `invalid`, `conflict`
 */
export const addTokens = async (
  studio: Studio,
  collectionId: string,
  { tokens, linkBase }: { readonly tokens: readonly TokenRequest[]; readonly linkBase: string },
): Promise<readonly WholeToken[]> => {
  const drafts = tokens.map((token, index) => tokenDraftOf(token, `tokens[${index}].`))
  const ready = await withStoredImages(studio, collectionId, drafts)
  const now = studio.now().toISOString()
  const added = ready.map((draft): NewToken => ({
    id: studio.nextId(),
    collection_id: collectionId,
    ...rowParts(draft),
    status: 'FOR_SALE',
    is_held_back: false,
    created_at: now,
    updated_at: now,
  }))
  const sealed = await sealPrices(studio, added)
  return studio.database.transact(() => {
    const collection = validateDrafts(studio, collectionId, ready)
    for (const token of added) insertToken(studio.database, token)
    studio.seals.add(sealed)
    // Inside the transaction: tokens that cannot be answered are not to be kept either.
    return added.map(tokenViews(studio, collection, linkBase))
  })
}

/** A price, and what is sold for it; a token without a price is sold by the request of its owner alone. */
const sealPrices = ({ network, seals }: Studio, tokens: readonly NewToken[]) => {
  const priced = tokens.filter(({ price }) => price !== null)
  return priced.length === 0
    ? []
    : seals.seal(priced.map((token) => tokenStatement(network, token)))
}

const withStoredImages = async (
  studio: Studio,
  collectionId: string,
  drafts: readonly TokenDraft[],
): Promise<readonly TokenDraft[]> => {
  if (!drafts.some(hasImageToStore)) return drafts
  validateDrafts(studio, collectionId, drafts)
  return storeImages(studio, drafts)
}

/** @throws ColdpressError `not_found` */
export const existingToken = (studio: Studio, collectionId: string, id: string): StoredTokenRow => {
  const row = findToken(studio.database, collectionId, id)
  if (row !== undefined) return row
  existingCollection(studio, collectionId)
  throw new ColdpressError('not_found', 'there is no token of this id in the collection')
}

/** The request that would make the token as it is after the change. */
export const changedRequest = (row: StoredTokenRow, change: TokenChange): TokenRequest => {
  const described = row.description_pieces ?? row.description
  const description = change.description === undefined ? described : change.description
  const mediaType = change.media_type === undefined ? row.media_type : change.media_type
  const price = change.price === undefined ? row.price : change.price
  return {
    asset_name: change.asset_name ?? row.asset_name,
    name: change.name ?? row.name,
    image: change.image ?? row.image_pieces ?? row.image,
    metadata_attributes: change.metadata_attributes ?? row.metadata_attributes,
    custom_attributes: change.custom_attributes ?? row.custom_attributes,
    ...(description === null ? {} : { description }),
    ...(mediaType === null ? {} : { media_type: mediaType }),
    ...(price === null ? {} : { price: Number(price) }),
  }
}

/** @returns the change with its image stored, and what the bytes of that are */
const changeWithImage = async (
  studio: Studio,
  row: StoredTokenRow,
  change: TokenChange,
): Promise<{ readonly change: TokenChange; readonly imageMediaType: string | null }> => {
  if (change.image === undefined) return { change, imageMediaType: row.image_media_type }
  const chainAnswer = changedRequest(row, { ...change, media_type: change.media_type ?? null })
  const [stored] = await withStoredImages(studio, row.collection_id, [
    tokenDraftOf(chainAnswer, '', row.id),
  ])
  if (stored?.image.kind !== 'pinned') return { change, imageMediaType: null }
  // A new image whose type the change does not name has the type that its bytes show.
  const { image, media_type: mediaType } = stored.token
  return {
    change: { ...change, image, ...(mediaType === undefined ? {} : { media_type: mediaType }) },
    imageMediaType: stored.imageMediaType,
  }
}

/** The fields of the request that change: some are stored in two columns. */
const changedFields = (row: StoredTokenRow, wanted: StoredTokenRow): readonly string[] => {
  const before = new Map(Object.entries(row))
  const columns = Object.entries(wanted).flatMap(([name, value]) =>
    isDeepStrictEqual(before.get(name), value)
      ? []
      : [name.replace(/_pieces$/u, '').replace('is_held_back', 'status')],
  )
  return [...new Set(columns)]
}

/** Its owner moves a token between these: held back, and on sale. */
const ownerStatuses: ReadonlySet<TokenStatus> = new Set(['OPEN', 'FOR_SALE'])

const changedStatus = (row: StoredTokenRow, status = row.status) => ({
  status,
  is_held_back: ownerStatuses.has(status) ? status === 'OPEN' : row.is_held_back,
})

/** @throws ColdpressError `conflict` that names the fields which cannot change */
const requireChangeable = (
  { status }: StoredTokenRow,
  changed: readonly string[],
  wanted: TokenStatus,
): void => {
  if (fixedStatuses.has(status))
    throw new ColdpressError(
      'conflict',
      `${changed.join(', ')}: the token is ${tokenStatusWords[status]}, so it cannot be changed any more`,
    )
  if (status === wanted || (ownerStatuses.has(status) && ownerStatuses.has(wanted))) return
  throw new ColdpressError(
    'conflict',
    `status: it is ${status} and cannot become ${wanted}. A token that is FOR_SALE can be held back as OPEN, and released again.`,
  )
}

/**
 * A field that is sent as it is changes nothing, also of a token that is fixed.
 * @throws ColdpressError `not_found`, `invalid`; `conflict` for a name in use and for what cannot change
 */
export const changeToken = async (
  studio: Studio,
  collectionId: string,
  id: string,
  { status, ...change }: TokenChange,
): Promise<{ readonly collection: CollectionRow; readonly token: StoredTokenRow }> => {
  const before = existingToken(studio, collectionId, id)
  const ready = fixedStatuses.has(before.status)
    ? { change, imageMediaType: before.image_media_type }
    : await changeWithImage(studio, before, change)
  for (;;) {
    const row = existingToken(studio, collectionId, id)
    const request = changedRequest(row, ready.change)
    const imageMediaType =
      joinPieces(request.image) === row.image ? row.image_media_type : ready.imageMediaType
    const draft = tokenDraftOf(request, '', id, imageMediaType)
    const wanted = { ...row, ...rowParts(draft), ...changedStatus(row, status) }
    const changed = changedFields(row, wanted)
    const collection = existingCollection(studio, collectionId)
    if (changed.length === 0) return { collection, token: row }
    requireChangeable(row, changed, wanted.status)
    const token = { ...wanted, updated_at: studio.now().toISOString() }
    const sealed = await sealAgain(studio, row, token)
    // Many are priced at once, and each commit waits for the disk.
    const isDone = await studio.database.transactTogether(() => {
      if (!isDeepStrictEqual(existingToken(studio, collectionId, id), row)) return false
      if (changed.some((field) => field !== 'status')) validateDrafts(studio, collectionId, [draft])
      if (sealed.length === 0) studio.seals.remove({ kind: 'token', id })
      studio.seals.add(sealed)
      updateToken(studio.database, token)
      return true
    })
    if (isDone) return { collection, token }
  }
}

/** Seals what a priced token becomes, once it is proved to be what was sealed before. */
const sealAgain = async (studio: Studio, row: StoredTokenRow, token: NewToken) => {
  if (row.price !== null)
    await studio.seals.requireBeforeChange(tokenStatement(studio.network, row), nameOfToken(row))
  return sealPrices(studio, [token])
}

const nameOfToken = ({ id, asset_name: name }: StoredTokenRow): string =>
  `token ${id} (${quoted(name)})`

/**
 * Proves that a token's price, and what is sold for it, are as they were sealed.
 * @throws ColdpressError as `SealedFacts.require`
 */
export const requirePrice = ({ seals, network }: Studio, token: StoredTokenRow): Promise<void> =>
  seals.require(tokenStatement(network, token), nameOfToken(token))

/**
 * Proves that priced tokens, and those that had a price when they were sealed, are as they were
 * sealed: what is sold at a price is what its owner said.
 * @throws ColdpressError as `SealedFacts.requireAuthentic`
 */
export const requireTokens = async (
  { seals, network }: Pick<Studio, 'seals' | 'network'>,
  tokens: readonly StoredTokenRow[],
): Promise<void> => {
  for (const token of tokens)
    if (token.price !== null || seals.has({ kind: 'token', id: token.id }))
      await seals.requireAuthentic(tokenStatement(network, token), nameOfToken(token))
}

/**
 * Deletes a token: it can be restored from the bin, without its price.
 * @throws ColdpressError `not_found`; `conflict` for a fixed token
 */
export const removeToken = (
  studio: Studio,
  collectionId: string,
  id: string,
): { deleted: true; deleted_token_id: string; deleted_at: string } =>
  studio.database.transact(() => {
    const { status } = existingToken(studio, collectionId, id)
    if (fixedStatuses.has(status))
      throw new ColdpressError(
        'conflict',
        `the token is ${tokenStatusWords[status]}, so it cannot be deleted any more`,
      )
    const at = studio.now().toISOString()
    moveTokenToBin(studio.database, { id, at })
    studio.seals.remove({ kind: 'token', id })
    return { deleted: true, deleted_token_id: id, deleted_at: at }
  })
