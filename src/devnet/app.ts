import { createHash, timingSafeEqual } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { hasSeveralHosts } from '#platform/http/one-host.ts'
import { watchSilentConnections } from '#platform/http/silent-connections.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { describeIssues } from '#values/errors/issues.ts'
import type { Secret } from '#platform/secret/secret.ts'
import type { Chain } from './chain/chain.ts'
import { bodyLimitBytes, devnetErrorBody, errorBodyOf } from './error-body.ts'
import { clientErrorHandler } from '#platform/http/loopback-server.ts'
import { addAddressRoutes } from './routes/addresses.ts'
import type { DevnetApp } from './routes/app-type.ts'
import { addAssetRoutes } from './routes/assets.ts'
import { addBlockRoutes } from './routes/blocks.ts'
import { addNetworkRoutes } from './routes/network.ts'
import { addTransactionPage, addTransactionRoutes } from './routes/transactions.ts'
import { devnetFunded, devnetFundRequest, devnetWallet } from '#contract/gateways/blockfrost.ts'
import { rollBack } from './chain/roll-back.ts'
import { faucetAddress, fund } from './faucet.ts'

/** Where Blockfrost's API starts, here as there. */
export const basePath = '/api/v0'

/** The longest that a request may take to arrive. */
const requestTimeoutMs = 30_000

/** The Blockfrost API over a chain, as a Fastify instance that answers `inject` and may `listen`. */
export const createDevnetApp = (
  chain: Chain,
  options: {
    readonly token: Secret
    readonly failed: (error: unknown) => void
    /** Whether the last block could be made. Default: true. */
    readonly isHealthy?: () => boolean
  },
): FastifyInstance => {
  const answer = (error: unknown, _: FastifyRequest, reply: FastifyReply): void => {
    const body = errorBodyOf(error)
    if (body.status_code >= 500) options.failed(error)
    void reply.code(body.status_code).type('application/json; charset=utf-8').send(body)
  }
  const app = createServer(answer)
  app.setErrorHandler(answer)
  app.setNotFoundHandler(async () => {
    throw new ColdpressError('not_found', 'The requested component has not been found.')
  })
  addGuard(app, options.token)
  void app.register(
    async (scope: DevnetApp) => {
      addNetworkRoutes(scope, chain, options.isHealthy ?? (() => true))
      addBlockRoutes(scope, chain)
      addAddressRoutes(scope, chain)
      addTransactionRoutes(scope, chain)
      addAssetRoutes(scope, chain)
      addDevnetRoutes(scope, chain)
      addTransactionPage(scope, chain)
    },
    { prefix: basePath },
  )
  return app
}

const createServer = (
  frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) => void,
): DevnetApp => {
  const app: DevnetApp = Fastify({
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    // Otherwise Node itself rejects a request without Host, with a body of its own.
    http: { requireHostHeader: false },
    exposeHeadRoutes: false,
    // An id of any length is just unknown; Node limits the length of a request's head.
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: true },
    clientErrorHandler: clientErrorHandler(clientError),
    frameworkErrors,
  }).withTypeProvider<ZodTypeProvider>()
  const endSilent = watchSilentConnections(app.server)
  app.addHook('preClose', async () => endSilent())
  app.addHook('onRequest', async ({ raw }) => {
    if (hasSeveralHosts(raw)) throw new ColdpressError('invalid', 'host: sent more than once')
  })
  app.setValidatorCompiler(validatorCompiler)
  // Answers are typed by their schemas; checking them again would only slow them down.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser(
    'application/cbor',
    { parseAs: 'buffer' },
    async (_: FastifyRequest, body: Buffer) => body,
  )
  return app
}

const validatorCompiler =
  ({ schema }: { readonly schema: z.ZodType }) =>
  (data: unknown) => {
    const parsed = schema.safeParse(data)
    if (parsed.success) return { value: parsed.data }
    return { error: new ColdpressError('invalid', describeIssues(parsed.error)) }
  }

const clientErrors: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

const clientError = (code: string) => {
  const status = clientErrors[code] ?? 400
  return { status, body: devnetErrorBody(status, 'The request is not valid HTTP, or was cut off.') }
}

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
const addGuard = (app: FastifyInstance, token: Secret): void => {
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

/** Routes that only a devnet has: its test wallet, giving test ADA away, and rolling blocks back. */
const addDevnetRoutes = (app: DevnetApp, chain: Chain): void => {
  app.post(
    '/devnet/fund',
    { schema: { body: devnetFundRequest, response: { 200: devnetFunded } } },
    async ({ body }) => ({ tx_hash: fund(chain, body.address, BigInt(body.lovelace)) }),
  )
  app.get('/devnet/wallet', { schema: { response: { 200: devnetWallet } } }, () => ({
    address: faucetAddress(chain.database),
  }))
  app.post(
    '/devnet/rollback',
    {
      schema: {
        body: z.object({ blocks: z.int().min(1, 'must be at least 1') }),
        response: { 200: z.object({ height: z.int() }) },
      },
    },
    async ({ body }) => ({ height: rollBack(chain.database, body.blocks) }),
  )
}
