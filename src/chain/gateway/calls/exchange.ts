import { readRetryAfter } from '#values/addresses/retry-after.ts'
import {
  exchange as exchangeOnce,
  failed,
  type Received,
  type ErrorSubject,
  answerTooLarge,
  type WhyDown,
} from '#platform/http/exchange.ts'
import type { sendRequest } from '#platform/http/outgoing/send.ts'
import { checkHeaderSecret, readBaseUrl } from '#platform/http/base-url.ts'
import {
  type Attempt,
  defaultRetry,
  type RequestError,
  type RetryPolicy,
} from '#platform/http/retry.ts'
import type { ErrorDetails } from '#values/errors/errors.ts'
import type { Secret } from '#platform/secret/secret.ts'
import {
  banned,
  busy,
  malformedGatewayResponse,
  gatewayReasonOf,
  gatewayResponseError,
  usedUp,
} from './response-errors.ts'
import type { GatewayAnswer, ServerApi } from './server-api.ts'
import { type CallStops, createCallStops, shortestPauseMs } from '../call-stops.ts'
import type { GatewayMeter } from '../gateway-usage.ts'
import { isPoll } from '../polls.ts'
import { noReason, rejectionError } from '../rejection.ts'

/** Where and how the calls of one server go. */
export type Service = {
  readonly api: ServerApi
  readonly baseUrl: string
  /** Read at each request, never kept as text. */
  readonly secret: Secret | undefined
  readonly timeoutMs: number
  readonly retry: RetryPolicy
  readonly stops: CallStops
  readonly meter: GatewayMeter | undefined
  readonly signal: AbortSignal | undefined
  readonly whyDown: WhyDown | undefined
  readonly fetch: typeof sendRequest | undefined
}

export type ServiceOptions = {
  /** `https://…`, or `http://` on this machine, with the path under which the API is. */
  readonly baseUrl: string
  /** Read at each request, never kept as text; the client does not wipe it. */
  readonly secret?: Secret | undefined
  readonly fetch?: typeof sendRequest
  /** For one attempt. Default 30 000. */
  readonly timeoutMs?: number
  /** Clock and sleep are here too. */
  readonly retry?: Partial<RetryPolicy>
  /** Ends every call of this client. */
  readonly signal?: AbortSignal
  readonly meter?: GatewayMeter
  /** Of the devnet, where another process of the app has it. */
  readonly whyDown?: WhyDown | undefined
}

/** @throws ColdpressError `invalid` when the address or the secret cannot be used */
export const createService = (api: ServerApi, options: ServiceOptions): Service => {
  if (options.secret !== undefined) checkHeaderSecret(options.secret, api.secret.name)
  const retry = { ...defaultRetry, ...options.retry }
  return {
    api,
    baseUrl: readBaseUrl(options.baseUrl, api.secret.name),
    secret: options.secret,
    timeoutMs: options.timeoutMs ?? 30_000,
    retry,
    stops: createCallStops(() => retry.now(), options.meter),
    meter: options.meter,
    signal: options.signal,
    whyDown: options.whyDown,
    fetch: options.fetch,
  }
}

export type GatewayExchange = {
  /** The operation's name in messages. */
  readonly operation: string
  /** Path and query behind the base URL. */
  readonly path: string
  /** A signed transaction to submit, or JSON. */
  readonly body?: {
    readonly type: 'application/cbor' | 'application/json'
    readonly bytes: Uint8Array
  }
  /** `body` is no question: the server does something with it. */
  readonly changes?: true
  /** Default: `POST` with a body, otherwise `GET`. */
  readonly method?: 'PUT'
  readonly signal: AbortSignal | undefined
}

/** No response of this API is larger: a page has 100 outputs of at most 5,000 bytes each. */
export const maxGatewayAnswerBytes = 32 * 1024 * 1024

/** Sends one call once. `value` is undefined for what the gateway does not have (404). */
export const exchangeWithGateway = async (
  service: Service,
  call: GatewayExchange,
): Promise<Attempt<GatewayAnswer | undefined>> => {
  const key = service.secret?.text()
  const { operation, path, body, signal, changes = false } = call
  const { header, prefix = '' } = service.api.secret
  const subject: ErrorSubject = {
    operation,
    changes,
    peer: 'gateway',
    secrets: key === undefined ? [] : [key],
  }
  const stopped = stopOf(service, subject)
  if (stopped !== undefined) return failed(stopped)
  service.meter?.count()
  const outcome = await exchangeOnce(
    {
      subject,
      method: call.method ?? (body === undefined ? 'GET' : 'POST'),
      url: `${service.baseUrl}${path}`,
      credentials: key === undefined ? {} : { [header]: `${prefix}${key}` },
      ...(body === undefined
        ? {}
        : { body: { type: body.type, content: new Uint8Array(body.bytes) } }),
      timeoutMs: service.timeoutMs,
      maxAnswerBytes: maxGatewayAnswerBytes,
      signal,
      fetch: service.fetch,
      whyDown: service.whyDown,
    },
    (received) => evaluateResponse(service, call, subject, received),
    malformedGatewayResponse(service.api),
  )
  return outcome.ok ? noteAnswer(service, outcome) : refused(service, subject, outcome.error)
}

/** Why a call is not sent at all. */
const stopOf = ({ stops }: Service, subject: ErrorSubject): RequestError | undefined => {
  const bannedUntil = stops.bannedUntil()
  if (bannedUntil !== undefined) return banned(subject, { until: bannedUntil })
  const usedUpUntil = stops.usedUpUntil()
  if (usedUpUntil !== undefined) return usedUp(subject, { until: usedUpUntil })
  const busyUntil = isPoll() ? stops.busyUntil() : undefined
  return busyUntil === undefined ? undefined : busy(subject, { until: busyUntil })
}

const noteAnswer = <T>({ stops }: Service, outcome: T): T => {
  stops.noteAnswered()
  return outcome
}

/** A caller that polls goes on without this call; any other, such as a reservation, tries again by itself. */
const tooFast = (service: Service, subject: ErrorSubject, error: RequestError): RequestError => {
  const until = service.stops.noteBusy(error.retryAfterMs)
  if (isPoll()) return busy(subject, { until, reason: reasonIn(error.details) })
  return { ...error, retryAfterMs: error.retryAfterMs ?? shortestPauseMs }
}

/** Remembers what the service has said about further calls. */
const refused = (service: Service, subject: ErrorSubject, error: RequestError): Attempt<never> => {
  const { stops, meter, retry } = service
  const reason = reasonIn(error.details)
  const now = retry.now()
  switch (error.details['status']) {
    case 402:
      stops.noteUsedUp()
      meter?.noteUsedUp()
      return failed(usedUp(subject, { until: stops.usedUpUntil() ?? now, reason }))
    case 418:
      stops.noteBanned()
      return failed(banned(subject, { until: stops.bannedUntil() ?? now, reason }))
    case 429:
      return failed(tooFast(service, subject, error))
    default:
      return failed(error)
  }
}

const reasonIn = ({ reason }: ErrorDetails): string | undefined =>
  typeof reason === 'string' ? reason : undefined

/** A text, whose digits are none of our business, or a number. */
const textOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gu

/** The digits that a JavaScript number always holds exactly. */
const exactDigits = 15

/**
 * Parses JSON in which a whole number may be larger than JavaScript holds exactly, such as a quantity
 * of tokens: one of more than 15 digits becomes text. Undefined for text that is not JSON.
 */
export const parseExactJson = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(
      text.replaceAll(textOrNumber, (found) =>
        found.length > exactDigits && /^-?\d+$/u.test(found) ? `"${found}"` : found,
      ),
    )
    return value
  } catch {
    return undefined
  }
}

const evaluateResponse = (
  { api, retry }: Service,
  call: GatewayExchange,
  subject: ErrorSubject,
  { status, headers, text, json: rounded }: Received,
): Attempt<GatewayAnswer | undefined> => {
  const json = api.hasLargeNumbers === true && text !== undefined ? parseExactJson(text) : rounded
  const error = api.errorIn?.(subject, { status, json })
  if (error !== undefined) return failed(error)
  if (api.hasNotFound && status === 404 && !subject.changes && !isWebPage(headers, text))
    return { ok: true, value: undefined }
  const isSigned = call.body?.type === 'application/cbor'
  if (status === 400 && isSigned) return failed(rejection(api, subject, { text, json }))
  // Dolos has the transaction in its mempool, and no words for it.
  if (status === 409 && isSigned)
    return failed(rejectionError(subject.operation, 'the transaction is already in the mempool'))
  if (status >= 400) {
    const retryAfterMs = readRetryAfter(headers, retry.now())
    return failed(gatewayResponseError(api, subject, { status, text, json, retryAfterMs }))
  }
  if (text === undefined) {
    const what = answerTooLarge(maxGatewayAnswerBytes)
    return failed(malformedGatewayResponse(api)(subject, status, what))
  }
  return { ok: true, value: { status, text, json } }
}

/**
 * A web server without this API also responds with 404; read as "unused", that would hide funds.
 */
const isWebPage = (headers: Headers, text: string | undefined): boolean =>
  headers.get('content-type')?.startsWith('text/html') === true ||
  text?.trimStart().startsWith('<') !== false

/** Status 400 of a submission: the ledger's verdict, unless it is about the call itself. */
const rejection = (
  api: ServerApi,
  subject: ErrorSubject,
  answer: { readonly text: string | undefined; readonly json: unknown },
): RequestError => {
  const reason = gatewayReasonOf(answer, subject.secrets) ?? noReason
  if (/^invalid path/iu.test(reason))
    return { ...malformedGatewayResponse(api)(subject, 400, reason), mayHaveArrived: false }
  return rejectionError(subject.operation, reason)
}
