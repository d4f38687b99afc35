import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ColdpressError, isColdpressError } from '../../shared/errors.ts'
import { royaltyView as royaltyShape } from '../../shared/wire/mint.ts'
import { answerTo } from '../faults.ts'
import { chainOf } from '../mints/chain.ts'
import type { Studio } from '../options.ts'
import { pageHeaders } from '../pay/page.ts'
import { royaltyPage } from '../royalty/page.ts'
import { mintRoyaltyIfPaid, royaltyCollection, royaltyView } from '../royalty/royalty.ts'
import { collectionParams, faults, type StudioApp } from './app-type.ts'

const tags = ['Royalties']
const path = '/nft/collections/:collection_id/royalty'

export const addRoyaltyRoutes = (app: StudioApp, studio: Studio): void => {
  app.get(
    path,
    {
      schema: {
        tags,
        summary: 'How far the royalty token is, and what is to be paid for it',
        params: collectionParams,
        response: { 200: royaltyShape, ...faults },
      },
    },
    async ({ params, host }) => royaltyView(studio, params.collection_id, host),
  )

  app.post(
    path,
    {
      schema: {
        tags,
        summary: 'Mint the royalty token if it is paid for, also when that failed before',
        params: collectionParams,
        response: { 200: royaltyShape, ...faults },
      },
    },
    async ({ params, host }) => {
      await mintRoyaltyIfPaid(studio, params.collection_id, { again: true })
      return royaltyView(studio, params.collection_id, host)
    },
  )
}

const pageParams = z.object({ collection_id: z.string() })
const pageQuery = z.object({
  pay: z.literal('test').optional(),
  try: z.literal('again').optional(),
})

/** The page of a collection's payment link: it is for a browser, which holds no key. */
export const addRoyaltyPage = async (app: StudioApp, studio: Studio): Promise<void> => {
  await app.register(async (scope: StudioApp) => {
    // A form without fields; what it says is in its address.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: 1024 },
      async () => undefined,
    )
    const page = { schema: { hide: true, params: pageParams }, config: { public: true } }

    scope.get('/pay/royalty/:collection_id', page, async ({ params, host }, reply) => {
      const html = await pageOf(studio, params.collection_id, host)
      return reply.headers(pageHeaders).send(html)
    })

    scope.post(
      '/pay/royalty/:collection_id',
      { ...page, schema: { ...page.schema, querystring: pageQuery } },
      async (request, reply) => {
        requireOwnPage(request)
        const { params, query, host } = request
        if (query.pay === 'test') await payFromTestWallet(studio, params.collection_id, host)
        if (query.try === 'again')
          await mintRoyaltyIfPaid(studio, params.collection_id, { again: true })
        return reply.redirect(`/pay/royalty/${encodeURIComponent(params.collection_id)}`, 303)
      },
    )
  })
}

/** Any page of the web may send a form to loopback; it cannot say that it came from here. */
const requireOwnPage = ({ headers, host }: FastifyRequest): void => {
  if (headers.origin === `http://${host}`) return
  throw new ColdpressError('forbidden', 'origin: this form is not on a page of the studio')
}

const pageOf = async (studio: Studio, collectionId: string, host: string): Promise<string> => {
  const { name: collectionName } = royaltyCollection(studio, collectionId)
  const page = {
    collectionName,
    hasTestWallet: studio.chain?.fund !== undefined,
    refreshSeconds: studio.network === 'devnet' ? 3 : 20,
  }
  try {
    return royaltyPage({ ...page, royalty: await royaltyView(studio, collectionId, host) })
  } catch (error) {
    if (!isColdpressError(error)) throw error
    return royaltyPage({ ...page, unavailable: answerTo(error).message })
  }
}

const payFromTestWallet = async (
  studio: Studio,
  collectionId: string,
  host: string,
): Promise<void> => {
  const { fund } = chainOf(studio)
  const { status, address, amount } = await royaltyView(studio, collectionId, host)
  if (fund === undefined) {
    throw new ColdpressError(
      'conflict',
      'the studio has no test wallet: there is one on the devnet alone',
    )
  }
  if (status !== 'unpaid' && status !== 'failed') return
  if (address === null || amount === null) return
  await fund(address, BigInt(amount))
}
