import { limits } from '#values/bounds/limits.ts'
import { type Shop, shopPicture, type ShopWork } from '#contract/shops/shop.ts'
import type { MintingClient } from '../api/client.ts'
import { type StillMaker, stillJpeg } from '../images/still-jpeg.ts'
import type { FileProgress } from '../jobs/time-left.ts'

export type PublishedShop = {
  readonly shop: Shop
  /** Works whose image is not on this computer, or shows nothing. */
  readonly without: number
}

type Publishing = StillMaker & {
  readonly client: Pick<MintingClient, 'shopWorks' | 'addShopPictures' | 'updateShop'>
}

/**
 * Publishes the shop page of a collection: first makes the small pictures that it lacks, because the
 * studio decodes no image. Published again, it makes those of the works that were added since.
 * @throws ColdpressError of the client; `cancelled`
 */
export const publishShop = async (
  { client, ...maker }: Publishing,
  collectionId: string,
  {
    signal,
    onProgress,
  }: { readonly signal: AbortSignal; readonly onProgress: (progress: FileProgress) => void },
): Promise<PublishedShop> => {
  const works = await Array.fromAsync(
    client.shopWorks(collectionId, { order: 'asc', size: limits.pageSize.max, signal }),
  )
  const missing = works.filter(({ has_picture: hasPicture }) => !hasPicture)
  let without = 0
  for (let done = 0; done < missing.length; done += limits.tokensPerRequest) {
    onProgress({ done, total: missing.length })
    const batch = missing.slice(done, done + limits.tokensPerRequest)
    const made = await Promise.all(batch.map((work) => pictureOf(maker, work, signal)))
    const pictures = made.filter((picture) => picture !== undefined)
    without += batch.length - pictures.length
    if (pictures.length > 0) await client.addShopPictures(collectionId, { pictures }, { signal })
  }
  onProgress({ done: missing.length, total: missing.length })
  const shop = await client.updateShop(collectionId, { is_published: true }, { signal })
  return { shop, without }
}

const pictureOf = async (
  maker: StillMaker,
  { token_id: tokenId, image }: ShopWork,
  signal: AbortSignal,
): Promise<{ token_id: string; jpeg: string } | undefined> => {
  const { longestSide, maxBytes } = shopPicture
  const made = await stillJpeg(maker, image, { sides: [longestSide], maxBytes, signal })
  return made && { token_id: tokenId, jpeg: made.toString('base64') }
}
