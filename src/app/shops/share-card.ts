import { readFile, rm } from 'node:fs/promises'
import { adaText } from '#values/text/format.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { isLocalLink } from '#values/addresses/is-local-link.ts'
import { imageCid } from '#media/content/image-cid.ts'
import type { ContentStore } from '#media/content/store.ts'
import type { ImageProcess } from '#media/images/process.ts'
import type { Account } from '../accounts/accounts.ts'
import { knownChainOf } from '../accounts/chain-of.ts'
import type { MintingClient } from '../api/client.ts'

/**
 * A PNG to show anywhere: a token's art, name, collection and price, and a QR code of its page where
 * others reach that. It names no payment address, which belongs to one buyer.
 * @throws ColdpressError `conflict` where the image is not on this computer; of the client
 */
export const shareCard = async (
  {
    client,
    account,
    content,
    images,
  }: {
    readonly client: Pick<MintingClient, 'getToken' | 'getCollection'>
    readonly account: Pick<Account, 'chain' | 'network'>
    readonly content: Pick<ContentStore, 'get' | 'path' | 'tempPath'>
    readonly images: () => Pick<ImageProcess, 'drawCard'>
  },
  { collectionId, tokenId }: { readonly collectionId: string; readonly tokenId: string },
  signal?: AbortSignal,
): Promise<{ readonly name: string; readonly png: Uint8Array }> => {
  const {
    name,
    image,
    price,
    payment_link: link,
  } = await client.getToken(collectionId, tokenId, {
    signal,
  })
  const collection = await client.getCollection(collectionId, { signal })
  const cid = imageCid({ image })
  if (cid === null || content.get(cid) === undefined)
    throw new ColdpressError('conflict', `The image of ${name} is not on this computer.`)
  const unit = knownChainOf(account, collection.network) === 'mainnet' ? 'ADA' : 'test ADA'
  const cost = typeof price === 'number' ? [adaText(price, 'ADA').replace(/ADA$/u, unit)] : []
  const target = content.tempPath()
  try {
    const isReached = typeof link === 'string' && link.startsWith('https:') && !isLocalLink(link)
    await images().drawCard(
      {
        source: content.path(cid),
        target,
        title: name,
        line: [...cost, collection.name.slice(0, 200)].join(' · '),
        ...(isReached ? { link } : {}),
      },
      signal,
    )
    return { name, png: await readFile(target) }
  } finally {
    await rm(target, { force: true })
  }
}
