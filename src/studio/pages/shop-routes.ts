import { z } from 'zod'
import { longText, shortText } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { TypedApp } from '#platform/http/loopback-server.ts'
import type { Studio } from '../options.ts'
import { requireCollection } from '../seals/require-collection.ts'
import { isPublished, picturesOf, shopLink } from '../shops/shops.ts'
import { type CollectionRow, existingCollection } from '../store/collections.ts'
import { findToken } from '../store/tokens.ts'
import { aboutCollection, paidCollection } from './collection-line.ts'
import { pageHeaders } from './page.ts'
import { imageHeaders } from './page-image.ts'
import { shopPage } from './shop-page.ts'
import { findShopWorks, shopSorts } from './shop-works.ts'

const path = '/pay/collection/:collection_id'
const params = z.object({ collection_id: longText })
const pictureParams = params.extend({ token_id: longText })

/** Choices of a form whose value is empty choose nothing. */
const traits = z.preprocess(
  (given) => [given ?? []].flat().filter((text) => text !== ''),
  z.array(shortText.max(200)).max(12),
)
const query = z.object({
  trait: traits,
  available: z.literal('yes').optional(),
  sort: z.preprocess((text) => (text === '' ? undefined : text), z.enum(shopSorts).optional()),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
})

/** The page of a collection, once its owner has published it. */
export const addShopPage = (app: TypedApp, studio: Studio): void => {
  const config = { public: true }

  app.get(path, { schema: { params, querystring: query }, config }, async (request, reply) => {
    const collection = publishedCollection(studio, request.params.collection_id)
    await requireCollection(studio, collection)
    const { trait, available, sort, page } = request.query
    const filter = { traits: trait, isAvailable: available !== undefined, sort, page }
    const html = shopPage({
      collection: paidCollection(studio, collection),
      description: collection.description,
      details: aboutCollection(studio, collection),
      works: await findShopWorks(studio, collection, filter),
      filter,
      path: shopLink('', collection.id),
      link: shopLink(request.linkBase, collection.id),
    })
    return reply.headers(pageHeaders).send(html)
  })

  app.get(
    `${path}/picture/:token_id`,
    { schema: { params: pictureParams }, config: { ...config, showsPicture: true } },
    async (request, reply) => {
      const { id } = publishedCollection(studio, request.params.collection_id)
      const image = findToken(studio.database, id, request.params.token_id)?.image ?? ''
      const cid = picturesOf(studio.database, id, [image]).get(image)
      const stored = cid && studio.content.get(cid)
      if (stored === undefined) throw new ColdpressError('not_found', 'there is no picture here')
      const { size } = stored
      return reply
        .headers(imageHeaders({ cid: stored.cid, size, mediaType: 'image/jpeg' }))
        .send(studio.content.read(stored.cid))
    },
  )
}

/** @throws ColdpressError `not_found`, the same for one that is not published as for none */
const publishedCollection = (studio: Studio, id: string): CollectionRow => {
  if (isPublished(studio.database, id)) return existingCollection(studio, id)
  throw new ColdpressError('not_found', 'there is no shop page of this id')
}
