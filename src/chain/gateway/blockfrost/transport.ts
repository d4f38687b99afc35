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
import type { Attempt, RequestError, RetryPolicy } from '#platform/http/retry.ts'
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
import { type CallStops, shortestPauseMs } from '../call-stops.ts'
import type { GatewayMeter } from '../gateway-usage.ts'
import { isPoll } from '../polls.ts'
import { rejectionCauseOf } from '../rejection.ts'

/** Where and how the calls of one gateway go. */
export type Service = {
  readonly baseUrl: string
  /** Read at each request, never kept as text. */
  readonly projectId: Secret | undefined
  readonly timeoutMs: number
  readonly retry: RetryPolicy
  readonly stops: CallStops
  readonly meter: GatewayMeter | undefined
  readonly signal: AbortSignal | undefined
  readonly whyDown: WhyDown | undefined
  readonly fetch: typeof sendRequest | undefined
}

export type GatewayExchange = {
  /** The operation's name in messages. */
  readonly operation: string
  /** Path and query behind the base URL. */
  readonly path: string
  /** A signed transaction to submit, or JSON; without one it is a read. */
  readonly body?: {
    readonly type: 'application/cbor' | 'application/json'
    readonly bytes: Uint8Array
  }
  readonly signal: AbortSignal | undefined
}

/** `json` is undefined where the text is no JSON. */
export type GatewayAnswer = {
  readonly status: number
  readonly text: string
  readonly json: unknown
}

/** No response of this API is larger: a page has 100 outputs of at most 5,000 bytes each. */
export const maxGatewayAnswerBytes = 32 * 1024 * 1024

/** Sends one call once. `value` is undefined for what the gateway does not have (404). */
export const exchangeWithGateway = async (
  service: Service,
  call: GatewayExchange,
): Promise<Attempt<GatewayAnswer | undefined>> => {
  const key = service.projectId?.text()
  const { operation, path, body, signal } = call
  const subject: ErrorSubject = {
    operation,
    changes: body !== undefined,
    peer: 'gateway',
    secrets: key === undefined ? [] : [key],
  }
  const stopped = stopOf(service, subject)
  if (stopped !== undefined) return failed(stopped)
  service.meter?.count()
  const outcome = await exchangeOnce(
    {
      subject,
      method: body === undefined ? 'GET' : 'POST',
      url: `${service.baseUrl}${path}`,
      credentials: key === undefined ? {} : { project_id: key },
      ...(body === undefined
        ? {}
        : { body: { type: body.type, content: new Uint8Array(body.bytes) } }),
      timeoutMs: service.timeoutMs,
      maxAnswerBytes: maxGatewayAnswerBytes,
      signal,
      fetch: service.fetch,
      whyDown: service.whyDown,
    },
    (received) => evaluateResponse(call, subject, received, service.retry.now()),
    malformedGatewayResponse,
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

const evaluateResponse = (
  call: GatewayExchange,
  subject: ErrorSubject,
  { status, headers, text, json }: Received,
  now: Date,
): Attempt<GatewayAnswer | undefined> => {
  if (status === 404 && !subject.changes && !isWebPage(headers, text))
    return { ok: true, value: undefined }
  if (status === 400 && call.body?.type === 'application/cbor')
    return failed(rejection(subject, { text, json }))
  if (status >= 400) {
    const retryAfterMs = readRetryAfter(headers, now)
    return failed(gatewayResponseError(subject, { status, text, json, retryAfterMs }))
  }
  if (text === undefined)
    return failed(malformedGatewayResponse(subject, status, answerTooLarge(maxGatewayAnswerBytes)))
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
  subject: ErrorSubject,
  answer: { readonly text: string | undefined; readonly json: unknown },
): RequestError => {
  const reason = gatewayReasonOf(answer, subject.secrets) ?? 'no reason given'
  if (/^invalid path/iu.test(reason))
    return { ...malformedGatewayResponse(subject, 400, reason), mayHaveArrived: false }
  const { cause, words } = rejectionCauseOf(reason)
  const why = words === undefined ? '' : `: ${words}`
  return {
    code: 'rejected',
    message: `The ledger rejected the transaction${why}. The node said: ${reason}`,
    details: { operation: subject.operation, status: 400, reason, cause },
    mayHaveArrived: false,
    transient: false,
  }
}
