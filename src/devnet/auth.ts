import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { ColdpressError } from '#values/errors/errors.ts'
import type { Secret } from '#platform/secret/secret.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Served without a token. */
    public?: boolean
  }
}

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

const digest = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/**
 * Guards every route that is not marked public, including unknown ones: first the Host (a page on a
 * rebound name must not reach the devnet), then the token, with Blockfrost's header and texts.
 * Digests have equal length, so the comparison takes constant time.
 */
export const addGuard = (app: FastifyInstance, token: Secret): void => {
  const expected = token.use(digest)
  app.addHook('onRequest', async ({ headers, routeOptions }) => {
    if (!loopbackHosts.has((headers.host ?? '').toLowerCase().replace(/:\d+$/u, '')))
      throw new ColdpressError('forbidden', 'host: must be a loopback name such as 127.0.0.1')
    if (routeOptions.config.public === true) return
    const sent = headers['project_id']
    if (sent === undefined)
      throw new ColdpressError(
        'forbidden',
        'Missing project token. Please include project_id in your request.',
      )
    if (typeof sent !== 'string' || !timingSafeEqual(expected, digest(Buffer.from(sent))))
      throw new ColdpressError('forbidden', 'Invalid project token.')
  })
}
