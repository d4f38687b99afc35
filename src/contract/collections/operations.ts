import { errorsThroughGateway, errorsThroughVault, type Operations } from '../operation.ts'
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
    description:
      'With `lock` and `lock_time` alone the studio makes a policy, whose key it keeps in the vault. With `policy_id`, `script` and `signing_keys` the collection has that policy. A royalty needs a token of its own, which is paid for at `payment_link` before anything else is minted.',
    errors: {
      conflict:
        'The policy, or the royalty that is on chain for it, does not allow this collection.',
      ...errorsThroughGateway,
      ...errorsThroughVault,
      keychain_unreachable: 'The keychain does not answer, so the key of the policy is not stored.',
    },
    action: 'create the collection',
  },
  collections: {
    method: 'GET',
    path,
    query: pageQuery.extend({
      ids: listParameter
        .meta({ pattern: '^[^,]*(,[^,]*){0,24}$' })
        .describe('IDs with commas between them, at most 25, without `cursor` and `size`.')
        .optional(),
    }),
    response: pageOf(collection),
    reads: pageOf(sparseCollection),
    idempotent: true,
    tag,
    summary: 'List collections, page by page or by their ids',
    description:
      'Newest first, unless `order` says otherwise. With `ids` it answers those that there are, in one page.',
    errors: {},
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
    description: 'Counters, amounts and policy as they are now.',
    errors: { not_found: 'No collection has this ID.' },
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
    description:
      'Takes the fields of a request, and a whole answer too. What is sent as it is changes nothing; null removes a value. A field that cannot change is 409, which names it, and then nothing changes.',
    errors: {
      not_found: 'No collection has this ID.',
      conflict: 'A field cannot change any more; the message names it.',
      ...errorsThroughGateway,
      ...errorsThroughVault,
    },
    action: 'change the collection',
  },
  deleteCollection: {
    method: 'DELETE',
    path: `${path}/:collection_id`,
    response: collectionDeleted,
    idempotent: true,
    tag,
    summary: 'Delete a collection that has no minted token',
    description: 'Its tokens go with it. The key of its policy stays in the vault.',
    errors: {
      not_found: 'No collection has this ID.',
      conflict: 'A token is minted, reserved or on its way.',
      ...errorsThroughVault,
    },
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
    description: 'For practice: the tokens stay on the devnet, and nothing follows them any more.',
    errors: {
      not_found: 'No collection has this ID.',
      conflict: 'Something of it is under way.',
      ...errorsThroughVault,
    },
    action: 'delete the collection with its minted tokens',
  },
} as const satisfies Operations
