import { shortText } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { limits } from '#values/bounds/limits.ts'
import {
  collection,
  collectionChange,
  collectionDeleted,
  collectionRequest,
} from '#contract/collections/collection.ts'
import { pageOf, pageQuery } from '#contract/page.ts'
import { collectionView } from '../collection-view.ts'
import {
  changeCollection,
  createCollection,
  removeCollection,
  requireRemovable,
} from '../collections.ts'
import { requireNoFunds } from '../mints/payment-key.ts'
import { findRoyalty } from '../mints/royalty-store.ts'
import { noteRoyaltyConfirmed } from '../royalty/royalty-confirmation.ts'
import type { Studio } from '../options.ts'
import { pageOfRows, pageStart } from '../paging.ts'
import { requireImpossible } from '../royalty/royalty.ts'
import { requireNoSaleMoney } from '../sales/reserve/removable.ts'
import {
  type CollectionRow,
  findCollections,
  listCollections,
  existingCollection,
} from '../store/collections.ts'
import { appParams, collectionParams, errors, type StudioApp } from './app-type.ts'

const listQuery = pageQuery.extend({
  ids: shortText
    .describe('ids with commas between them, at most 25, without cursor and size')
    .optional(),
})

const tags = ['Collections']
const path = '/nft/collections'

export const addCollectionRoutes = (app: StudioApp, studio: Studio): void => {
  app.post(
    path,
    {
      schema: {
        tags,
        summary: 'Create a collection, with a generated or an imported policy',
        params: appParams,
        body: collectionRequest,
        response: { 201: collection, ...errors },
      },
    },
    async (request, reply) => {
      const row = await createCollection(studio, request.body)
      // What the chain has already is not minted again, so nobody confirms another one.
      const isMinted = findRoyalty(studio.database, row.policy_id) !== undefined
      if (row.royalty !== null && !isMinted && request.body.royalty_confirmed !== false)
        await noteRoyaltyConfirmed(studio, row)
      return reply.code(201).send(collectionView(studio, row, request.ownOrigin))
    },
  )

  app.get(
    path,
    {
      schema: {
        tags,
        summary: 'List collections, page by page or by their ids',
        params: appParams,
        querystring: listQuery,
        response: { 200: pageOf(collection), ...errors },
      },
    },
    async ({ query, ownOrigin }) => {
      const view = (row: CollectionRow) => collectionView(studio, row, ownOrigin)
      if (query.ids !== undefined) {
        const rows = findCollections(studio.database, idsOf(query.ids, query))
        return { data: rows.map(view), cursor: null }
      }
      const start = pageStart(query, 'collections')
      return pageOfRows(listCollections(studio.database, start), start, 'collections', view)
    },
  )

  addOneCollectionRoutes(app, studio)
}

const addOneCollectionRoutes = (app: StudioApp, studio: Studio): void => {
  app.get(
    `${path}/:collection_id`,
    {
      schema: {
        tags,
        summary: 'Read a collection',
        params: collectionParams,
        response: { 200: collection, ...errors },
      },
    },
    async ({ params, ownOrigin }) =>
      collectionView(studio, existingCollection(studio, params.collection_id), ownOrigin),
  )

  app.patch(
    `${path}/:collection_id`,
    {
      schema: {
        tags,
        summary:
          'Change a collection; its metadata only while it has no token, its royalty only to give up an impossible one',
        params: collectionParams,
        body: collectionChange,
        response: { 200: collection, ...errors },
      },
    },
    async ({ params, body, ownOrigin }) => {
      if (body.royalty === null) await requireImpossible(studio, params.collection_id, ownOrigin)
      return collectionView(
        studio,
        await changeCollection(studio, params.collection_id, body),
        ownOrigin,
      )
    },
  )

  app.delete(
    `${path}/:collection_id`,
    {
      schema: {
        tags,
        summary: 'Delete a collection that has no minted token',
        params: collectionParams,
        response: { 200: collectionDeleted, ...errors },
      },
    },
    async ({ params }) => {
      requireRemovable(studio, params.collection_id)
      await requireNoFunds(studio, params.collection_id)
      await requireNoSaleMoney(studio, params.collection_id)
      return removeCollection(studio, params.collection_id)
    },
  )
  if (studio.network === 'devnet') addPracticeRemoval(app, studio)
}

/** The devnet's ADA has no value: its collections may go with what was minted of them. */
const addPracticeRemoval = (app: StudioApp, studio: Studio): void => {
  app.delete(
    `${path}/:collection_id/with-minted`,
    {
      schema: {
        tags,
        summary: 'Delete a collection of the devnet with its minted tokens and test ADA',
        params: collectionParams,
        response: { 200: collectionDeleted, ...errors },
      },
    },
    ({ params }) => removeCollection(studio, params.collection_id, { withMinted: true }),
  )
}

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
