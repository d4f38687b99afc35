import { z } from 'zod'
import { longText } from '#values/bounds/bounded.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import { answerTo } from '../server/errors.ts'
import type { Studio } from '../options.ts'
import { TxId } from '#cardano/ids.ts'
import { royaltyTerms } from '#cardano/royalty.ts'
import { isUnconfirmed } from './error-page.ts'
import { paidCollection } from './collection-line.ts'
import { pageHeaders } from './page.ts'
import { pageImageOf } from './page-image.ts'
import { payFromTestWallet, refreshSeconds, requireOwnPage, sendImage } from './requests.ts'
import { royaltyPage } from './royalty-page.ts'
import { mintRoyaltyIfPaid, royaltyCollection, viewRoyalty } from '../royalty/royalty.ts'
import { latestRoyaltyMint } from '../mints/store.ts'
import type { CollectionRow } from '../store/collections.ts'
import { firstTokens } from '../store/tokens.ts'
import type { TypedApp } from '#platform/http/loopback-server.ts'

const path = '/pay/royalty/:collection_id'
const params = z.object({ collection_id: longText })
const formQuery = z.object({
  pay: z.literal('test').optional(),
  try: z.literal('again').optional(),
})

const imageParams = params.extend({ position: z.coerce.number().int().nonnegative() })

/** How many of the collection's images its page shows at most. */
const worksShown = 4

/** The page on which a collection's royalty token is paid for. Its seller opens it, on loopback. */
export const addRoyaltyPage = (app: TypedApp, studio: Studio): void => {
  const config = { public: true }

  app.get(path, { schema: { params }, config }, async (request, reply) => {
    const html = await royaltyPageHtml(studio, request.params.collection_id, request.ownOrigin)
    return reply.headers(pageHeaders).send(html)
  })

  app.get(
    `${path}/picture/:position`,
    { schema: { params: imageParams }, config },
    (request, reply) => {
      const { collection_id: id, position } = request.params
      const token = firstTokens(studio.database, id, worksShown)[position]
      return sendImage(studio, token?.image, reply)
    },
  )

  app.post(path, { schema: { params, querystring: formQuery }, config }, async (request, reply) => {
    requireOwnPage(request)
    const { query, ownOrigin } = request
    const id = request.params.collection_id
    if (query.pay === 'test') await payRoyalty(studio, id, ownOrigin)
    if (query.try === 'again' && !wasCancelled(studio, royaltyCollection(studio, id)))
      await mintRoyaltyIfPaid(studio, id, { again: true })
    return reply.redirect(`/pay/royalty/${encodeURIComponent(id)}`, 303)
  })
}

/** Who cancelled it has a key; who opens this page needs none, so it cannot undo that. */
const wasCancelled = (
  { database }: Pick<Studio, 'database'>,
  { policy_id: policyId }: CollectionRow,
): boolean => latestRoyaltyMint(database, policyId)?.status === 'cancelled'

const royaltyPageHtml = async (
  studio: Studio,
  collectionId: string,
  ownOrigin: string,
): Promise<string> => {
  const collection = royaltyCollection(studio, collectionId)
  const page = {
    collection: paidCollection(studio, collection),
    hasTestWallet: studio.chain?.fund !== undefined,
    refreshSeconds: refreshSeconds(studio),
  }
  try {
    const royalty = await viewRoyalty(studio, collectionId, ownOrigin)
    return royaltyPage({
      ...page,
      royalty,
      wasCancelled: wasCancelled(studio, collection),
      terms: royalty.on_chain ?? royaltyTerms(collection.royalty),
      works: await worksOf(studio, collectionId),
      transactionPage:
        royalty.tx_id === null ? undefined : await studio.transactionPage(TxId(royalty.tx_id)),
    })
  } catch (error) {
    if (!isColdpressError(error) || isUnconfirmed(error)) throw error
    return royaltyPage({ ...page, unavailable: answerTo(error).message })
  }
}

/** Those of the first tokens that have an image which a page can show. */
const worksOf = async (studio: Studio, collectionId: string) => {
  const tokens = await Promise.all(
    firstTokens(studio.database, collectionId, worksShown).map(
      async ({ name, image }, position) => ({
        name,
        imageUrl: `/pay/royalty/${encodeURIComponent(collectionId)}/picture/${position}`,
        hasImage: (await pageImageOf(studio.content, image)) !== undefined,
      }),
    ),
  )
  return tokens.filter(({ hasImage }) => hasImage)
}

const payRoyalty = async (
  studio: Studio,
  collectionId: string,
  ownOrigin: string,
): Promise<void> => {
  const { status, address, amount } = await viewRoyalty(studio, collectionId, ownOrigin)
  const isAsked = status === 'unpaid' || status === 'failed'
  if (!isAsked || address === null || amount === null) return
  await payFromTestWallet(studio, address, BigInt(amount))
}
