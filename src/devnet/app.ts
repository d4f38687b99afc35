import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { hasSeveralHosts } from '#platform/http/one-host.ts'
import { watchSilentConnections } from '#platform/http/silent-connections.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { describeIssues } from '#values/errors/issues.ts'
import type { Secret } from '#platform/secret/secret.ts'
import { addGuard } from './auth.ts'
import type { Chain } from './chain/chain.ts'
import { toErrorBody } from './error-body.ts'
import { clientErrorHandler } from '#platform/http/loopback-server.ts'
import { bodyLimitBytes, errorBodyOf } from './error-body.ts'
import { addAddressRoutes } from './routes/addresses.ts'
import type { DevnetApp } from './routes/app-type.ts'
import { addAssetRoutes } from './routes/assets.ts'
import { addBlockRoutes } from './routes/blocks.ts'
import { addDevnetRoutes } from './routes/devnet-only.ts'
import { addNetworkRoutes } from './routes/network.ts'
import { addTransactionPage } from './routes/transaction-page.ts'
import { addTransactionRoutes } from './routes/transactions.ts'

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
  return { status, body: toErrorBody(status, 'The request is not valid HTTP, or was cut off.') }
}
