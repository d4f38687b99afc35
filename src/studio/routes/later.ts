import type { FastifyInstance, HTTPMethods } from 'fastify'
import { ColdpressError } from '../../shared/errors.ts'

/** Routes of studio.md that this version does not serve: they say so, and are in no document. */
const laterRoutes: readonly (readonly [HTTPMethods, string])[] = [
  ['POST', '/nft/collections/:collection_id/sales'],
  ['GET', '/nft/collections/:collection_id/sales'],
  ['GET', '/nft/collections/:collection_id/sales/:sale_id'],
  ['POST', '/nft/collections/:collection_id/sales/:sale_id/cancel'],
  ['POST', '/nft/collections/:collection_id/tokens/:token_id/sales/:sale_id'],
  ['GET', '/sales/:sale_id'],
  ['POST', '/sales/:sale_id/cancel'],
  ['POST', '/tokens/:token_id/sales/:sale_id'],
  ['POST', '/webhooks/:webhook_id/test'],
  ['GET', '/events'],
]

const refuse = async (): Promise<never> => {
  throw new ColdpressError(
    'not_implemented',
    'This version of the studio does not serve sales and deliveries of webhooks.',
  )
}

export const addLaterRoutes = (app: FastifyInstance): void => {
  for (const [method, url] of laterRoutes) {
    app.route({ method, url, schema: { hide: true }, handler: refuse })
  }
}
