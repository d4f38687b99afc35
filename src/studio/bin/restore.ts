import { ColdpressError } from '#values/errors/errors.ts'
import { tokenRequest } from '#contract/tokens/token.ts'
import { metadataErrors, payoutErrors, royaltyErrors } from '#cardano/collection-errors.ts'
import type { Studio } from '../options.ts'
import { invalidRequest } from '../server/errors.ts'
import { check } from '../server/validation.ts'
import {
  type BinCollection,
  type BinRow,
  type BinToken,
  findInBin,
  takeFromBin,
  tokensInBin,
} from '../store/bin.ts'
import { type CollectionRow, findCollections, insertCollection } from '../store/collections.ts'
import { insertToken, type StoredTokenRow } from '../store/tokens.ts'
import {
  draftErrors,
  rowParts,
  tokenDraftOf,
  type TokenDraft,
  validateDrafts,
} from '../tokens/token-drafts.ts'
import { changedRequest } from '../tokens/tokens.ts'
import { keptSince } from './kept.ts'

/**
 * Restores a token or a collection under its ID, by the rules for a new one. A collection has the
 * seal that it had, so what was changed in the bin is noticed as anywhere else.
 * @throws ColdpressError `not_found`, `invalid`; `conflict` for a name that was taken meanwhile, and
 * for a token whose collection is deleted
 */
export const restoreBinItem = (studio: Studio, id: string): BinRow =>
  studio.database.transact(() => {
    const item = findInBin(studio.database, id, keptSince(studio))
    if (item === undefined)
      throw new ColdpressError('not_found', `the bin has nothing with the id ${id}`)
    if (item.kind === 'token') restoreToken(studio, item)
    else restoreCollection(studio, item)
    takeFromBin(studio.database, item)
    return item
  })

const restoreToken = (studio: Studio, { content }: BinToken): void => {
  requireCollection(studio, content.collection_id)
  const draft = draftOf(content, '')
  validateDrafts(studio, content.collection_id, [draft])
  insertDraft(studio, content, draft)
}

const requireCollection = ({ database }: Studio, id: string): void => {
  if (findCollections(database, [id]).length > 0) return
  throw new ColdpressError(
    'conflict',
    `the collection of the token, ${id}, is deleted. Restore it first.`,
  )
}

const restoreCollection = (studio: Studio, { id, content, seal }: BinCollection): void => {
  const tokens = tokensInBin(studio.database, id).map(({ content: token }) => ({
    token,
    draft: draftOf(token, `${token.asset_name}: `),
  }))
  const errors = [
    ...collectionErrors(studio, content),
    ...tokens.flatMap(({ draft }) => draftErrors(content.metadata ?? undefined, draft)),
  ]
  if (errors.length > 0) throw invalidRequest(errors)
  insertCollection(studio.database, { ...content, updated_at: studio.now().toISOString() })
  for (const { token, draft } of tokens) insertDraft(studio, token, draft)
  if (seal !== null) studio.seals.putBack({ kind: 'collection', id }, seal)
}

const collectionErrors = (
  { network }: Studio,
  { payout_address: payout, metadata, royalty }: CollectionRow,
): readonly string[] =>
  [
    ...payoutErrors(payout, network),
    ...metadataErrors(metadata ?? undefined),
    ...royaltyErrors(royalty ?? undefined, network),
  ].map(({ path, message }) => `${path}: ${message}`)

/** The request that made the token. @throws ColdpressError `invalid` where it is none */
const draftOf = (row: StoredTokenRow, path: string): TokenDraft => {
  const read = check(tokenRequest, changedRequest(row, {}), { whole: 'body', nulls: 'absent' })
  if ('errors' in read) throw invalidRequest(read.errors.map((error) => `${path}${error}`))
  return tokenDraftOf(read.value, path, undefined, row.image_media_type)
}

const insertDraft = (studio: Studio, row: StoredTokenRow, draft: TokenDraft): void =>
  insertToken(studio.database, {
    ...row,
    ...rowParts(draft),
    updated_at: studio.now().toISOString(),
  })
