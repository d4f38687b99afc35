import type { collectionOperations, practiceOperations } from '#contract/collections/operations.ts'
import type { HandlersOf } from '#transport/http/server.ts'
import { limits } from '#values/bounds/limits.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { collectionView } from './collection-view.ts'
import {
  changeCollection,
  createCollection,
  removeCollection,
  requireRemovable,
} from './collections.ts'
import { requireNoFunds } from '../mints/payment-key.ts'
import { findRoyalty } from '../mints/royalty-store.ts'
import type { Studio } from '../options.ts'
import { pageOfRows, pageStart } from '../server/paging.ts'
import { warningsField } from '../server/warnings-field.ts'
import { correctRoyalty } from '../royalty/correct-royalty.ts'
import { noteRoyaltyConfirmed } from '../royalty/royalty-confirmation.ts'
import { requireNoSaleMoney } from '../sales/reserve/removable.ts'
import {
  type CollectionRow,
  existingCollection,
  findCollections,
  listCollections,
} from '../store/collections.ts'

export const collectionHandlers = (studio: Studio): HandlersOf<typeof collectionOperations> => ({
  createCollection: async ({ body, ownOrigin }) => {
    const row = await createCollection(studio, body)
    // What the chain has already is not minted again, so nobody confirms another one.
    const isMinted = findRoyalty(studio.database, row.policy_id) !== undefined
    if (row.royalty !== null && !isMinted && body.royalty_confirmed !== false)
      await noteRoyaltyConfirmed(studio, row)
    return collectionView(studio, row, ownOrigin)
  },

  collections: ({ query, ownOrigin }) => {
    const view = (row: CollectionRow) => collectionView(studio, row, ownOrigin)
    if (query.ids !== undefined) {
      const rows = findCollections(studio.database, idsOf(query.ids, query))
      return { data: rows.map(view), cursor: null }
    }
    const start = pageStart(query, 'collections')
    return pageOfRows(listCollections(studio.database, start), start, 'collections', view)
  },

  getCollection: ({ params, ownOrigin }) =>
    collectionView(studio, existingCollection(studio, params.collection_id), ownOrigin),

  updateCollection: async ({ params: { collection_id: id }, body, ownOrigin }) => {
    const { royalty, warnings } = await correctRoyalty(studio, id, body.royalty, ownOrigin)
    const row = await changeCollection(studio, id, { ...body, royalty })
    const view = collectionView(studio, row, ownOrigin)
    return { ...view, ...warningsField([...(view.warnings ?? []), ...warnings]) }
  },

  deleteCollection: async ({ params }) => {
    requireRemovable(studio, params.collection_id)
    await requireNoFunds(studio, params.collection_id)
    await requireNoSaleMoney(studio, params.collection_id)
    return removeCollection(studio, params.collection_id)
  },
})

export const practiceHandlers = (studio: Studio): HandlersOf<typeof practiceOperations> => ({
  deleteWithMinted: ({ params }) =>
    removeCollection(studio, params.collection_id, { withMinted: true }),
})

const idsOf = (
  text: string,
  query: { readonly size?: number | undefined; readonly cursor?: string | undefined },
): readonly string[] => {
  if (query.size !== undefined || query.cursor !== undefined) {
    throw new ColdpressError('invalid', 'ids: not allowed together with size or cursor')
  }
  const ids = text.split(',').filter((id) => id !== '')
  if (ids.length > limits.idsPerRequest) {
    throw new ColdpressError(
      'invalid',
      `ids: ${ids.length} ids, at most ${limits.idsPerRequest} allowed`,
    )
  }
  return ids
}
