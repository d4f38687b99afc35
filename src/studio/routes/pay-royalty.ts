import { z } from 'zod'
import { longText } from '#shared/bounded.ts'
import { isColdpressError } from '#shared/errors.ts'
import { answerTo } from '../errors.ts'
import type { Studio } from '../options.ts'
import { isUnconfirmed } from '../pay/error-page.ts'
import { pageHeaders } from '../pay/page.ts'
import { payFromTestWallet, refreshSeconds, requireOwnPage } from '../pay/requests.ts'
import { royaltyPage } from '../pay/royalty-page.ts'
import { mintRoyaltyIfPaid, royaltyCollection, royaltyView } from '../royalty/royalty.ts'
import type { StudioApp } from './app-type.ts'

const path = '/pay/royalty/:collection_id'
const params = z.object({ collection_id: longText })
const formQuery = z.object({
  pay: z.literal('test').optional(),
  try: z.literal('again').optional(),
})

/** The page on which a collection's royalty token is paid for. */
export const addRoyaltyPage = (app: StudioApp, studio: Studio): void => {
  const config = { public: true }

  app.get(path, { schema: { hide: true, params }, config }, async (request, reply) => {
    const html = await royaltyPageHtml(studio, request.params.collection_id, request.host)
    return reply.headers(pageHeaders).send(html)
  })

  app.post(
    path,
    { schema: { hide: true, params, querystring: formQuery }, config },
    async (request, reply) => {
      requireOwnPage(request)
      const { query, host } = request
      const id = request.params.collection_id
      if (query.pay === 'test') await payRoyalty(studio, id, host)
      if (query.try === 'again') await mintRoyaltyIfPaid(studio, id, { again: true })
      return reply.redirect(`/pay/royalty/${encodeURIComponent(id)}`, 303)
    },
  )
}

const royaltyPageHtml = async (
  studio: Studio,
  collectionId: string,
  host: string,
): Promise<string> => {
  const { name: collectionName } = royaltyCollection(studio, collectionId)
  const page = {
    collectionName,
    hasTestWallet: studio.chain?.fund !== undefined,
    refreshSeconds: refreshSeconds(studio),
  }
  try {
    return royaltyPage({ ...page, royalty: await royaltyView(studio, collectionId, host) })
  } catch (error) {
    if (!isColdpressError(error) || isUnconfirmed(error)) throw error
    return royaltyPage({ ...page, unavailable: answerTo(error).message })
  }
}

const payRoyalty = async (studio: Studio, collectionId: string, host: string): Promise<void> => {
  const { status, address, amount } = await royaltyView(studio, collectionId, host)
  const isAsked = status === 'unpaid' || status === 'failed'
  if (!isAsked || address === null || amount === null) return
  await payFromTestWallet(studio, address, BigInt(amount))
}
