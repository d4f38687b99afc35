import type { Collection, CollectionRequest } from '#contract/collections/collection.ts'
import type { CallOptions } from '#transport/http/client.ts'
import type { MintingClient } from './client.ts'
import { createOnce } from './create-once.ts'

/**
 * Creates a collection. Two of one name are allowed, so a lost answer is looked for among those that
 * were not there before.
 * @throws ColdpressError as `createOnce`
 */
export const createCollectionOnce = (
  client: Pick<MintingClient, 'createCollection' | 'collections'>,
  request: CollectionRequest,
  options: CallOptions = {},
): Promise<Collection> =>
  createOnce<Collection>({
    noun: 'collection',
    send: () => client.createCollection(request, options),
    list: (size) => client.collections({ ...options, size }),
    isNewestFirst: false,
    isLike: (found) =>
      found.name === request.name &&
      (request.policy.policy_id ?? found.policy.policy_id).toLowerCase() ===
        found.policy.policy_id.toLowerCase(),
  })
