import type { ErrorCode } from '#shared/errors.ts'
import { anyErrorBody } from '#shared/wire/error-body.ts'
import type { Subject } from '../http/exchange.ts'
import { redact } from '../http/redact.ts'
import type { RequestError } from '../http/retry.ts'

/** An answer as far as an error needs it. `json` is undefined when the body is not JSON. */
export type ErrorResponse = {
  readonly status: number
  readonly headers: Headers
  readonly json: unknown
}

const codes: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  408: 'timeout',
  409: 'conflict',
  410: 'not_found',
  413: 'too_large',
  415: 'unsupported_media',
  423: 'vault_locked',
  429: 'rate_limited',
  501: 'not_implemented',
}

const advice: Partial<Readonly<Record<ErrorCode, string>>> = {
  unauthorized: "Check the account's API key and app id.",
  forbidden: "Check that the account's base URL is that of version 1 of the service.",
  rate_limited: 'Wait, then run it again.',
  service_error: 'Try again later; if it stays, tell the service with the request id.',
}

const transientStatuses = new Set([408, 429, 500, 502, 503, 504])

const codeOfStatus = (status: number): ErrorCode =>
  codes[status] ?? (status >= 500 ? 'service_error' : 'invalid')

/** The service's own sentence, in either error shape. */
const sentenceOf = (json: unknown): { message?: string; requestId?: string | undefined } => {
  const read = anyErrorBody.safeParse(json)
  if (!read.success) return {}
  const { message } = read.data
  return 'request_id' in read.data ? { message, requestId: read.data.request_id } : { message }
}

/** An answer whose status says that the call failed. */
export const responseError = (
  subject: Subject,
  answer: ErrorResponse,
  retryAfterMs: number | undefined,
): RequestError => {
  const { status } = answer
  const code = codeOfStatus(status)
  const { message, requestId = requestIdOf(answer.headers) } = sentenceOf(answer.json)
  const said = message === undefined ? 'no readable reason given' : redact(message, subject.secrets)
  return {
    code,
    message: [`The service answered ${subject.operation} with ${status}: ${said}`, advice[code]]
      .filter((part) => part !== undefined)
      .map((part) => (/[.!?]$/u.test(part) ? part : `${part}.`))
      .join(' '),
    details: {
      operation: subject.operation,
      status,
      ...(requestId === undefined ? {} : { requestId: redact(requestId, subject.secrets) }),
    },
    mayHaveArrived: subject.changes && (status === 408 || (status >= 500 && status !== 501)),
    transient: transientStatuses.has(status),
    retryAfterMs,
  }
}

const requestIdOf = (headers: Headers): string | undefined =>
  headers.get('x-request-id') ?? headers.get('x-amzn-requestid') ?? undefined

/** An answer with an unexpected format; sending the call again would not help. */
export const malformedResponse = (
  subject: Subject,
  status: number,
  what: string,
): RequestError => ({
  code: 'service_error',
  message: `The service answered ${subject.operation} with ${redact(what, subject.secrets)}. Check that the base URL is that of a minting service.`,
  details: { operation: subject.operation, status },
  mayHaveArrived: subject.changes,
  transient: false,
})
