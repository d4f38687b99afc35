import type { Operations } from '../operation.ts'
import { pageOf, pageQuery } from '../page.ts'
import { collectionShop, shopChange, shopPictures, shopPicturesAdded, shopWork } from './shop.ts'

const tag = 'Shops'
const path = '/nft/collections/:collection_id/shop'

/** Coldpress's own. Other services answer `not_found`. */
export const shopOperations = {
  getShop: {
    method: 'GET',
    path,
    response: collectionShop,
    idempotent: true,
    tag,
    summary: 'Whether the shop page of a collection is published, and where it is',
    description: 'A new collection has none: visitors get 404 until its owner publishes it.',
    errors: { not_found: 'No collection has this ID.' },
    action: 'show the shop page',
  },
  updateShop: {
    method: 'PATCH',
    path,
    request: shopChange,
    response: collectionShop,
    idempotent: true,
    tag,
    summary: 'Publish the shop page of a collection, or take it down',
    description:
      'The page shows every token with a confirmed price that is for sale, reserved or sold. Pages of single tokens and sales stay as they are.',
    errors: { not_found: 'No collection has this ID.' },
    action: 'change the shop page',
  },
  shopWorks: {
    method: 'GET',
    path: `${path}/works`,
    query: pageQuery,
    response: pageOf(shopWork),
    idempotent: true,
    tag,
    summary: 'List the tokens that a shop page shows, and which have a small picture',
    description: 'Newest first, unless `order` says otherwise.',
    errors: { not_found: 'No collection has this ID.' },
    action: 'list the works of the shop page',
  },
  addShopPictures: {
    method: 'POST',
    path: `${path}/pictures`,
    request: shopPictures,
    response: shopPicturesAdded,
    idempotent: true,
    tag,
    summary: 'Add at most 25 small pictures of works, all or none',
    description:
      'JPEG of at most 200,000 bytes, in base64. The studio makes none by itself: without one the page shows the name alone.',
    errors: { not_found: 'No collection has this ID, or it has no such work.' },
    action: 'add the pictures of the shop page',
  },
} as const satisfies Operations
