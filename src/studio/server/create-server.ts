import Fastify, {
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
  type RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { ColdpressError } from '#values/errors/errors.ts'
import {
  proofChallenge,
  proofPath,
  proofText,
  type ProvenStudio,
} from '#contract/home/served-studio.ts'
import type { Operations } from '#contract/operation.ts'
import { clientErrorHandler, type TypedApp } from '#platform/http/loopback-server.ts'
import { hasSeveralHosts } from '#platform/http/one-host.ts'
import { openApiOf } from '#transport/http/openapi.ts'
import { proofBy } from '#platform/secret/key-proof.ts'
import { watchSilentConnections } from '#platform/http/silent-connections.ts'
import { answerError } from './answer-error.ts'
import { toErrorBody } from './errors.ts'
import { readJsonBody } from './json-body.ts'
import { loggerOptions } from './log.ts'
import { watchPaths } from './served-methods.ts'
import type { StudioOptions } from '../options.ts'
import { validatorCompiler } from './validation.ts'
import packageJson from '#package' with { type: 'json' }

/** Bytes that Node reads of a request's first line and headers. */
const longestHead = 16_384

/** How much, and for how long, a server reads of a request. */
export type RequestBounds = {
  readonly bodyBytes: number
  readonly requestMs: number
  /** For the first line and the headers. */
  readonly headMs: number
}

/** Between looks for connections that are too slow. Node's own are 30 seconds apart. */
const checkMs = 1_000

/**
 * A server of the studio without routes. Closing it ends the connections that never sent a request.
 * @param nextId gives the ids of requests
 */
export const createServer = (
  { log }: Pick<StudioOptions, 'log'>,
  nextId: () => string,
  { bodyBytes, requestMs, headMs }: RequestBounds,
): TypedApp => {
  const settings: FastifyHttpOptions<RawServerDefault> = {
    logger: loggerOptions(log),
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    genReqId: () => nextId(),
    bodyLimit: bodyBytes,
    requestTimeout: requestMs,
    // Without this Node itself refuses a request that has no Host, in a shape of its own.
    http: {
      requireHostHeader: false,
      headersTimeout: headMs,
      connectionsCheckingInterval: checkMs,
    },
    // An id of any length is an id that is not known; Node bounds the length of a request's head.
    routerOptions: { maxParamLength: longestHead, ignoreTrailingSlash: true },
    clientErrorHandler: answerClientError,
    frameworkErrors: answerError,
  }
  const app: TypedApp = Fastify(settings).withTypeProvider<ZodTypeProvider>()
  watchPaths(app)
  const endSilent = watchSilentConnections(app.server)
  app.addHook('preClose', async () => endSilent())
  app.addHook('onRequest', async ({ raw }) => {
    if (hasSeveralHosts(raw)) throw new ColdpressError('invalid', 'host: sent more than once')
  })
  app.setValidatorCompiler(validatorCompiler)
  // Answers are typed by their schemas; checking them again would only slow them down.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  // An expectation that nobody knows may be ignored (RFC 9110, 10.1.1); Node refuses it in a shape of its own.
  app.server.on('checkExpectation', (request, reply) => app.server.emit('request', request, reply))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async ({ headers }: FastifyRequest, body: Buffer) => {
      if ((headers['content-encoding'] ?? 'identity') === 'identity') return readJsonBody(body)
      throw new ColdpressError('unsupported_media', 'content-encoding: send the body uncompressed')
    },
  )
  app.addContentTypeParser('*', async ({ headers }: FastifyRequest) => {
    if (isWithoutBody(headers)) return undefined
    throw new ColdpressError('unsupported_media', 'content-type: must be application/json')
  })
  return app
}

/** What a type says of nothing is ignored: axios names that of a form with every empty POST. */
const isWithoutBody = (headers: FastifyRequest['headers']): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0

/** Errors, and paths that are not served, in the shape of `toErrorBody`. */
export const addAnswers = (app: FastifyInstance): void => {
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(async (request) => {
    throw new ColdpressError('not_found', `${request.method} on this path is not served`)
  })
}

const clientErrors: Readonly<
  Record<string, { readonly status: number; readonly message: string }>
> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'the request did not arrive in time' },
  HPE_HEADER_OVERFLOW: { status: 431, message: 'the headers are too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    message: 'body: its chunk extensions are too large',
  },
}
const malformedRequest = { status: 400, message: 'the request is not valid HTTP, or was cut off' }

const answerClientError = clientErrorHandler((code) => {
  const answer = clientErrors[code] ?? malformedRequest
  return { status: answer.status, body: toErrorBody(answer, '') }
})

/** `GET /openapi.json`: OpenAPI 3.1 from the operations that validate the requests. */
export const addOpenApi = (app: TypedApp, appId: string, operations: Operations): void => {
  const info = {
    title: 'Coldpress studio',
    description: 'The minting service that Coldpress carries. It answers on loopback only.',
    version: packageJson.version,
    license: { name: packageJson.license, identifier: packageJson.license },
  }
  let document: object | undefined
  app.get('/openapi.json', { config: { public: true } }, async ({ host }) => {
    document ??= openApiOf(operations, { info, appId })
    return { ...document, servers: [{ url: `http://${host}` }] }
  })
}

/** `GET /proof`, for commands of this data folder. It is no part of the interface. */
export const addProof = (
  app: TypedApp,
  { apiKey, appId, keys, network, publicAccess }: StudioOptions,
): void => {
  app.get(
    proofPath,
    { config: { public: true }, schema: { querystring: proofChallenge } },
    async ({ query, socket }): Promise<ProvenStudio> => {
      const served = {
        version: packageJson.version,
        network,
        app_id: appId,
        public_url: publicAccess?.origin ?? null,
        signs: (await keys.availability({ keyHashes: [] })).isOpen,
      }
      const text = proofText(query.challenge, socket.localPort, served)
      return { ...served, proof: proofBy(apiKey, text) }
    },
  )
}
