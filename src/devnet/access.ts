import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { ColdpressError } from '#values/errors/errors.ts'
import type { Secret } from '#platform/secret/secret.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Served without a token. */
    isPublic?: boolean
    /** A path of Blockfrost's API, which pages of this computer may read with a token. */
    isBlockfrost?: boolean
  }
}

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * Who may read an answer in a browser: pages that this computer serves. Neither those of a file or a
 * sandbox, whose origin is `null` and anybody's, nor another name that leads to this computer.
 */
const localOrigin = /^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/u

const digest = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/**
 * Guards every route that is not public, including unknown ones: first the Host (a page on a rebound
 * name must not reach the devnet), then the token, with Blockfrost's header and texts. Digests have
 * equal length, so the comparison takes constant time.
 */
export const addAccessGuard = (app: FastifyInstance, token: Secret): void => {
  const expected = token.use(digest)
  app.addHook('onRequest', async ({ headers, routeOptions: { config } }, reply) => {
    if (!loopbackHosts.has((headers.host ?? '').toLowerCase().replace(/:\d+$/u, '')))
      throw new ColdpressError('forbidden', 'host: must be a loopback name such as 127.0.0.1')
    // A rejection too is for the page to read.
    if (config.isBlockfrost === true) {
      void reply.header('vary', 'Origin')
      if (localOrigin.test(headers.origin ?? ''))
        void reply.header('access-control-allow-origin', headers.origin)
    }
    if (config.isPublic === true) return
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

/**
 * Answers what a browser asks before it sends a token: which methods and headers a page may use. A
 * page that may not read the answers is not told its own origin, so its browser sends nothing.
 */
export const addPreflight = (app: FastifyInstance, path: string): void => {
  app.options(path, { config: { isPublic: true, isBlockfrost: true } }, (_, reply) =>
    reply
      .code(204)
      .header('access-control-allow-methods', 'GET, HEAD, POST')
      // Tools send headers of their own; what counts is the token.
      .header('access-control-allow-headers', '*')
      .header('access-control-max-age', '600')
      .send(),
  )
}
