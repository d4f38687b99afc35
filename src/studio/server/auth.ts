import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ColdpressError } from '#values/errors/errors.ts'
import type { Secret } from '#platform/secret/secret.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Served without a key. */
    public?: boolean
  }
}

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

const digest = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** Digests have one length, so that comparing them takes the same time whatever was sent. */
const matcher = (expected: Buffer) => (sent: unknown) =>
  timingSafeEqual(expected, digest(Buffer.from(typeof sent === 'string' ? sent : '')))

/** Whether what was sent is the studio's key. */
export const keyMatcher = (apiKey: Secret): ((sent: unknown) => boolean) =>
  matcher(apiKey.use(digest))

/**
 * Guards every route that does not say it is public, the unknown ones too: first the Host (a page
 * on a rebound name must not reach the studio), then the version, then `app_id` and `x-api-key`.
 */
export const addGuard = (
  app: FastifyInstance,
  options: { readonly appId: string; readonly apiKey: Secret },
): void => {
  const isApp = matcher(digest(Buffer.from(options.appId)))
  const isKey = keyMatcher(options.apiKey)
  app.addHook('onRequest', async (request) => {
    const { appId, version } = segmentsOf(request)
    if (!loopbackHosts.has((request.headers.host ?? '').toLowerCase().replace(/:\d+$/u, ''))) {
      throw new ColdpressError('forbidden', 'host: must be a loopback name such as 127.0.0.1')
    }
    const isPublic = request.servedPath?.isPublic ?? request.routeOptions.config.public === true
    if (isPublic) return
    if (version !== undefined && version !== 'v1') {
      throw new ColdpressError(
        'forbidden',
        'the version in the path is not known; this studio serves v1',
      )
    }
    const known = [isApp(appId), isKey(request.headers['x-api-key'])]
    if (known.includes(false)) {
      throw new ColdpressError(
        'unauthorized',
        'x-api-key: missing, or not the key of the app_id in the path',
      )
    }
  })
}

/** The path as it was sent: what the router would decode does not pass for the real thing. */
const segmentsOf = (request: FastifyRequest) => {
  const [path = ''] = request.url.split('?', 1)
  const [, appId, version] = path.split('/')
  return { appId, version }
}
