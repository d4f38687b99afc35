import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { isColdpressError } from '#values/errors/errors.ts'
import type { StudioNotice } from '../notice.ts'
import type { StudioOptions } from '../options.ts'

/**
 * What a log line may hold is listed here, not what it may not: no header, no body, no query and
 * no address of a web image can get in.
 */
export const loggerOptions = (log: StudioOptions['log']) =>
  log === undefined ? false : { level: 'info', stream: log, base: null }

/** One line per request: which route, how it ended. */
export const addRequestLog = (app: FastifyInstance): void => {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
}

/** The cause of a 5xx, under the id that the client was given. */
export const logError = (request: FastifyRequest, error: unknown): void => {
  request.log.error(
    { error: loggedError(error), route: request.routeOptions.url ?? 'unknown' },
    'error',
  )
}

/** Why a visitor was refused, for the studio's owner; the visitor gets fewer details. */
export const logUnconfirmed = (request: FastifyRequest, error: unknown): void => {
  request.log.warn(
    { error: loggedError(error), route: request.routeOptions.url ?? 'unknown' },
    'unconfirmed',
  )
}

/** What failed without a request to answer. */
export const logBackgroundError = (log: FastifyBaseLogger, error: unknown): void => {
  log.warn({ error: loggedError(error) }, 'background')
}

/** An error that nobody caught: its kind and stack alone, for its text may quote anything. */
export const logUnhandled = (log: FastifyBaseLogger, trace: string): void => {
  log.error({ error: { name: 'unhandled rejection', stack: trace } }, 'unhandled')
}

/** What whoever keeps the studio should know. */
export const logNotice = (
  log: FastifyBaseLogger,
  { level, message, details }: StudioNotice,
): void => {
  log[level === 'warning' ? 'warn' : level]({ ...details, notice: message }, 'signing')
}

type LoggedError = {
  readonly name: string
  readonly message: string
  readonly code?: string | undefined
  readonly stack?: string | undefined
  readonly cause?: LoggedError | undefined
}

const loggedError = (error: unknown): LoggedError => {
  if (!(error instanceof Error)) return { name: typeof error, message: 'not an Error was thrown' }
  return {
    name: error.name,
    message: error.message,
    code: isColdpressError(error) ? error.code : undefined,
    stack: error.stack,
    cause: error.cause === undefined ? undefined : loggedError(error.cause),
  }
}
