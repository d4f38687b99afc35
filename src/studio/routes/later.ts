import type { FastifyInstance, HTTPMethods } from 'fastify'
import { ColdpressError } from '../../shared/errors.ts'

/** Routes of studio.md that this version does not serve: they say so, and are in no document. */
const laterRoutes: readonly (readonly [HTTPMethods, string])[] = [
  ['POST', '/webhooks/:webhook_id/test'],
  ['GET', '/events'],
]

const refuse = async (): Promise<never> => {
  throw new ColdpressError(
    'not_implemented',
    'This version of the studio does not serve deliveries of webhooks.',
  )
}

export const addLaterRoutes = (app: FastifyInstance): void => {
  for (const [method, url] of laterRoutes) {
    app.route({ method, url, schema: { hide: true }, handler: refuse })
  }
}
