import { ColdpressError } from '#values/errors/errors.ts'
import type { shopOperations } from '#contract/shops/operations.ts'
import { type Shop, shopPicture } from '#contract/shops/shop.ts'
import { sniffMedia } from '#media/content/media.ts'
import type { HandlersOf } from '#transport/http/server.ts'
import type { Studio } from '../options.ts'
import { pageOfRows, pageStart } from '../server/paging.ts'
import { existingCollection } from '../store/collections.ts'
import { findTokens } from '../store/tokens.ts'
import {
  addPicture,
  countWorks,
  isPublished,
  picturesOf,
  publish,
  shopLink,
  unpublish,
  worksOfPage,
} from './shops.ts'

export const shopHandlers = (studio: Studio): HandlersOf<typeof shopOperations> => ({
  getShop: ({ params, linkBase }) => shopView(studio, params.collection_id, linkBase),

  updateShop: ({ params: { collection_id: id }, body, linkBase }) => {
    const { database, now } = studio
    existingCollection(studio, id)
    if (!body.is_published) unpublish(database, id)
    else if (!isPublished(database, id)) publish(database, id, now().toISOString())
    return shopView(studio, id, linkBase)
  },

  shopWorks: ({ params: { collection_id: id }, query }) => {
    const { database, content } = studio
    existingCollection(studio, id)
    const scope = `shop ${id}`
    const start = pageStart(query, scope)
    const rows = worksOfPage(database, id, start)
    const pictures = picturesOf(
      database,
      id,
      rows.map(({ image }) => image),
    )
    return pageOfRows(rows, start, scope, ({ id: tokenId, image }) => {
      const picture = pictures.get(image)
      const hasPicture = picture !== undefined && content.get(picture) !== undefined
      return { token_id: tokenId, image, has_picture: hasPicture }
    })
  },

  addShopPictures: async ({ params: { collection_id: id }, body: { pictures } }) => {
    const { database, content } = studio
    existingCollection(studio, id)
    const ids = pictures.map(({ token_id: tokenId }) => tokenId)
    const images = new Map(
      findTokens(database, id, ids).map((token) => [token.id, token.image] as const),
    )
    const added = []
    for (const [index, { token_id: tokenId, jpeg }] of pictures.entries()) {
      const image = images.get(tokenId)
      if (image === undefined)
        throw new ColdpressError('not_found', `pictures[${index}].token_id: no token has this id`)
      added.push({ image, bytes: await readJpeg(jpeg, index) })
    }
    const stored = await Promise.all(
      added.map(async ({ image, bytes }) => {
        const { cid } = await content.add(bytes)
        return { collection_id: id, image, picture: cid }
      }),
    )
    database.transact(() => stored.forEach((picture) => addPicture(database, picture)))
    return { added: stored.length }
  },
})

const shopView = (studio: Studio, id: string, linkBase: string): Shop => {
  existingCollection(studio, id)
  return {
    collection_id: id,
    is_published: isPublished(studio.database, id),
    link: shopLink(linkBase, id),
    work_count: countWorks(studio.database, id),
  }
}

/** @throws ColdpressError `invalid` */
const readJpeg = async (base64: string, index: number): Promise<Uint8Array> => {
  const bytes = Buffer.from(base64, 'base64')
  const field = `pictures[${index}].jpeg`
  if (bytes.length > shopPicture.maxBytes)
    throw new ColdpressError(
      'invalid',
      `${field}: ${bytes.length} bytes, at most ${shopPicture.maxBytes} allowed`,
    )
  if ((await sniffMedia(bytes)) !== 'image/jpeg')
    throw new ColdpressError('invalid', `${field}: must be a JPEG in base64`)
  return bytes
}
