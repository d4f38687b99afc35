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
import { clientErrorHandler, type TypedApp } from '#platform/http/loopback-server.ts'
import { addAccessGuard, addPreflight } from './access.ts'
import { addressRoutes } from './routes/addresses.ts'
import { assetRoutes } from './routes/assets.ts'
import { blockRoutes } from './routes/blocks.ts'
import { networkRoutes } from './routes/network.ts'
import type { DevnetRoute } from './routes/route.ts'
import { scriptRoutes } from './routes/scripts.ts'
import { addTransactionPage, transactionRoutes } from './routes/transactions.ts'
import { devnetFunded, devnetFundRequest, devnetWallet } from '#contract/gateways/blockfrost.ts'
import { rollBack } from './chain/roll-back.ts'
import { faucetAddress, fund } from './faucet.ts'

/** Where Blockfrost's API starts, here as there. */
export const basePath = '/api/v0'

/** The longest that a request may take to arrive. */
const requestTimeoutMs = 30_000

/** Blockfrost's words, which programs tell from a thing that is not there; and where to look. */
const invalidPath =
  'Invalid path. Please check https://docs.blockfrost.io/ The devnet serves a part of it, which docs/devnet.md lists.'

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
    throw new ColdpressError('invalid', invalidPath)
  })
  addAccessGuard(app, options.token)
  void app.register(
    async (scope: TypedApp) => {
      addStatusRoutes(scope, options.isHealthy ?? (() => true))
      addBlockfrostRoutes(scope, chain)
      addDevnetRoutes(scope, chain)
      addTransactionPage(scope, chain)
    },
    { prefix: basePath },
  )
  return app
}

const createServer = (
  frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) => void,
): TypedApp => {
  const app: TypedApp = Fastify({
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    // Otherwise Node itself rejects a request without Host, with a body of its own.
    http: { requireHostHeader: false },
    // An id of any length is just unknown; Node limits the length of a request's head.
    // Tools put their base address and a path together with a slash too many.
    routerOptions: {
      maxParamLength: 16_384,
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
    },
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

/** What tells whether the devnet is there, without a token. */
const addStatusRoutes = (app: TypedApp, isHealthy: () => boolean): void => {
  const options = { config: { isPublic: true, isBlockfrost: true } }
  app.get('/', options, async ({ host }) => ({
    url: `http://${host}${basePath}`,
    version: 'coldpress-devnet',
  }))
  app.get('/health', options, async () => ({ is_healthy: isHealthy() }))
  for (const path of ['/', '/health']) addPreflight(app, path)
}

/** The paths of Blockfrost's API that ask, in its words. */
const blockfrostRoutes = (chain: Chain): readonly DevnetRoute[] =>
  [networkRoutes, blockRoutes, addressRoutes, transactionRoutes, assetRoutes, scriptRoutes].flatMap(
    (routes) => routes(chain),
  )

/** Blockfrost writes `{hash}` where Fastify writes `:hash`. */
const urlOf = (path: string): string => path.replaceAll(/\{(\w+)\}/gu, ':$1')

const addBlockfrostRoutes = (app: TypedApp, chain: Chain): void => {
  const options = { config: { isBlockfrost: true } }
  for (const { path, answer } of blockfrostRoutes(chain)) {
    app.get(urlOf(path), options, async ({ query, params }) =>
      answer(Object.assign({}, query, params)),
    )
    addPreflight(app, urlOf(path))
  }
  for (const [method, path] of plutusRoutes) {
    const onRequest = async (): Promise<never> => {
      throw new ColdpressError('invalid', noPlutus)
    }
    app.route({ method, url: urlOf(path), ...options, onRequest, handler: onRequest })
    addPreflight(app, urlOf(path))
  }
  addSubmission(app, chain)
}

/** A transaction comes as its bytes: nothing else is read. */
const addSubmission = (app: TypedApp, chain: Chain): void => {
  void app.register(async (scope: TypedApp) => {
    scope.removeContentTypeParser('application/json')
    scope.post(
      '/tx/submit',
      { config: { isBlockfrost: true }, schema: { body: z.instanceof(Uint8Array) } },
      async ({ body }, reply) => {
        // Fastify sends a string without quotes; Blockfrost quotes the id.
        const id = JSON.stringify(chain.submit(body))
        return reply.type('application/json; charset=utf-8').send(id)
      },
    )
  })
  addPreflight(app, '/tx/submit')
}

/** Paths of Blockfrost's API that need what the devnet does not have. */
const plutusRoutes = [
  ['POST', '/utils/txs/evaluate'],
  ['POST', '/utils/txs/evaluate/utxos'],
  ['GET', '/scripts/datum/{datum_hash}'],
  ['GET', '/scripts/datum/{datum_hash}/cbor'],
] as const
const noPlutus =
  'The devnet runs no Plutus scripts: it evaluates none, accepts no redeemers and finds no datum by its hash. Use a public test network for them.'

/** Routes that only a devnet has: its test wallet, giving test ADA away, and rolling blocks back. */
const addDevnetRoutes = (app: TypedApp, chain: Chain): void => {
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
