import type { Operations } from '../operation.ts'
import { listParameter, pageOf, pageQuery } from '../page.ts'
import {
  collection,
  collectionChange,
  collectionDeleted,
  collectionRequest,
  sparseCollection,
} from './collection.ts'

const tag = 'Collections'
const path = '/nft/collections'

export const collectionOperations = {
  createCollection: {
    method: 'POST',
    path,
    request: collectionRequest,
    response: collection,
    reads: sparseCollection,
    status: 201,
    idempotent: false,
    tag,
    summary: 'Create a collection, with a generated or an imported policy',
    action: 'create the collection',
  },
  collections: {
    method: 'GET',
    path,
    query: pageQuery.extend({
      ids: listParameter
        .describe('ids with commas between them, at most 25, without cursor and size')
        .optional(),
    }),
    response: pageOf(collection),
    reads: pageOf(sparseCollection),
    idempotent: true,
    tag,
    summary: 'List collections, page by page or by their ids',
    action: 'list the collections',
  },
  getCollection: {
    method: 'GET',
    path: `${path}/:collection_id`,
    response: collection,
    reads: sparseCollection,
    idempotent: true,
    tag,
    summary: 'Read a collection',
    action: 'show the collection',
  },
  updateCollection: {
    method: 'PATCH',
    path: `${path}/:collection_id`,
    request: collectionChange,
    response: collection,
    reads: sparseCollection,
    idempotent: true,
    tag,
    summary:
      'Change a collection; its metadata only while it has no token, its royalty only until its token is paid for',
    action: 'change the collection',
  },
  deleteCollection: {
    method: 'DELETE',
    path: `${path}/:collection_id`,
    response: collectionDeleted,
    idempotent: true,
    tag,
    summary: 'Delete a collection that has no minted token',
    action: 'delete the collection',
  },
} as const satisfies Operations

/** Coldpress's own, and served on the devnet alone, whose ADA has no value. */
export const practiceOperations = {
  deleteWithMinted: {
    method: 'DELETE',
    path: `${path}/:collection_id/with-minted`,
    response: collectionDeleted,
    idempotent: true,
    tag,
    summary: 'Delete a collection of the devnet with its minted tokens and test ADA',
    action: 'delete the collection with its minted tokens',
  },
} as const satisfies Operations
