import { inParallel } from '#values/work/in-parallel.ts'
import type { Collection } from '#contract/collections/collection.ts'
import type { MintingClient } from '../api/client.ts'
import type { Cid } from '#media/content/cid.ts'
import type { ContentStore } from '#media/content/store.ts'
import { imageCid } from '#media/content/image-cid.ts'

/** Images shown for one collection. */
const most = 4
/** Tokens searched for them: the first ones may have images elsewhere. */
const maxTokens = 12
/** A list does not wait longer for its images; the next list has the rest. */
const timeoutMs = 1_500
/** A thousand collections would take a thousand requests; users look at the newest. */
const newest = 60
const atOnce = 4

export type CollectionImages = {
  /** CIDs of images on this computer, for each collection in the given order. */
  readonly of: (
    client: MintingClient,
    accountId: string,
    collections: readonly Collection[],
  ) => Promise<readonly (readonly Cid[])[]>
}

/** CIDv0 of the image that its creator chose to stand for a collection; null without one. */
export const coverCidOf = ({ cover }: Pick<Collection, 'cover'>): Cid | null =>
  imageCid({ image: cover })

/** Caches the result while the collection has the same number of tokens. */
export const createCollectionImages = (content: Pick<ContentStore, 'get'>): CollectionImages => {
  const known = new Map<string, { readonly tokens: number; readonly cids: readonly Cid[] }>()

  const find = async (
    client: MintingClient,
    collection: Collection,
    key: string,
    signal: AbortSignal,
  ) => {
    const cids = await firstImages(client, collection, content, signal)
    known.set(key, { tokens: collection.token_count, cids })
  }

  return {
    of: async (client, accountId, collections) => {
      const keyOf = ({ id }: Collection) => JSON.stringify([accountId, id])
      const signal = AbortSignal.timeout(timeoutMs)
      const missing = collections
        .slice(0, newest)
        .filter((collection) => collection.token_count > 0)
        .filter((collection) => known.get(keyOf(collection))?.tokens !== collection.token_count)
      await inParallel(missing, atOnce, async (collection) => {
        // A list without images is still useful; a lasting failure shows in another call.
        if (!signal.aborted)
          await find(client, collection, keyOf(collection), signal).catch(() => undefined)
      })
      return collections.map((collection) =>
        collection.token_count === 0 ? [] : (known.get(keyOf(collection))?.cids ?? []),
      )
    },
  }
}

const firstImages = async (
  client: MintingClient,
  { id }: Collection,
  content: Pick<ContentStore, 'get'>,
  signal: AbortSignal,
): Promise<readonly Cid[]> => {
  const cids: Cid[] = []
  let seen = 0
  for await (const token of client.tokens(id, { order: 'asc', size: maxTokens, signal })) {
    const cid = imageCid(token)
    const type = cid === null ? undefined : content.get(cid)?.mediaType
    if (cid !== null && type?.startsWith('image/') === true) cids.push(cid)
    seen += 1
    if (cids.length === most || seen === maxTokens) break
  }
  return cids
}
