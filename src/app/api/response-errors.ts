import { capitalized } from '#values/text/text.ts'
import { readRetryAfter } from '#values/addresses/retry-after.ts'
import type { ErrorCode } from '#values/errors/errors.ts'
import { anyErrorBody } from '#contract/error-body.ts'
import { ruleDetails } from '#contract/rule-headers.ts'
import type { Received, ErrorSubject } from '#platform/http/exchange.ts'
import { idsIn, type Operation } from '#contract/operation.ts'
import { redact } from '#platform/http/redact.ts'
import type { RequestError } from '#platform/http/retry.ts'

/** `action` is what the caller wanted, as in the table of operations, and `path` its address. */
type Answer = Pick<Received, 'status' | 'headers' | 'json'> &
  Pick<Operation, 'action' | 'path'> & {
    readonly isOwnStudio: boolean
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
  unauthorized: 'Check that both are as the service gave them to you.',
  forbidden: "Check that the account's base URL is that of version 1 of the service.",
  rate_limited: 'Wait a minute, then try again.',
  service_error: 'Try again later. If it happens again, contact the service with the request ID.',
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

/**
 * The error of an answer whose status says that the call failed, the one place that words it for a
 * person; undefined for an answer to a call that succeeded.
 */
export const responseError = (
  { operation, peer, changes, secrets }: ErrorSubject,
  { headers, json, action, path, isOwnStudio, ...answer }: Answer,
  now: Date,
): RequestError | undefined => {
  const status = answer.status >= 400 ? answer.status : statusInside(json)
  if (status === undefined) return undefined
  const code = codeOfStatus(status)
  const { message, requestId = requestIdOf(headers) } = sentenceOf(json)
  const reason = message === undefined ? undefined : redact(message, secrets)
  const astray = misdirected(code, path, isOwnStudio)
  const own = isOwnStudio && status < 500 ? ownSentence(reason) : undefined
  return {
    code,
    message: [
      own?.whole ??
        astray ??
        `The service could not ${action}: ${reason ?? 'it gave no readable reason'}`,
      advice[code],
    ]
      .filter((part) => part !== undefined)
      .map(withPeriod)
      .join(' '),
    details: {
      operation,
      status,
      ...(own === undefined && (astray !== undefined || code === 'forbidden')
        ? { misdirected: peer }
        : {}),
      ...(reason === undefined ? {} : { reason }),
      ...(requestId === undefined ? {} : { requestId: redact(requestId, secrets) }),
      ...(own === undefined ? {} : { sentence: own.withoutField }),
      ...ruleDetails(headers),
    },
    mayHaveArrived: changes && (status === 408 || (status >= 500 && status !== 501)),
    transient: transientStatuses.has(status),
    retryAfterMs: readRetryAfter(headers, now),
  }
}

const withPeriod = (sentence: string): string =>
  /[.!?]$/u.test(sentence) ? sentence : `${sentence}.`

/**
 * The interface has a status inside some bodies; an error there counts as one. The status inside a
 * webhook test belongs to the webhook's receiver and does not.
 */
const statusInside = (json: unknown): number | undefined => {
  if (typeof json !== 'object' || json === null || !('status_code' in json)) return undefined
  if ('delivered' in json) return undefined
  const { status_code: status } = json
  return typeof status === 'number' && status >= 400 && status < 600 ? status : undefined
}

/** What an answer says of the account itself, which a service words for programmers. */
const misdirected = (code: ErrorCode, path: string, isOwnStudio: boolean): string | undefined => {
  if (code === 'unauthorized')
    return 'The service does not accept the API key or the app ID of this account'
  // A list without ids is there on every service.
  return code === 'not_found' && idsIn(path).length === 0 && !isOwnStudio
    ? "No minting service was found at this account's base URL. Check it, and the app ID"
    : undefined
}

/** Fewer words behind the name of a field, such as "below 60", mean nothing without it. */
const leastWords = 5

/**
 * A reason of the own studio that is a sentence for a person. `withoutField` leaves out the field of
 * the request, which the window does not name. `whole` is undefined where the reason starts with
 * one: the command line names the option of that field.
 */
const ownSentence = (
  reason: string | undefined,
): { readonly whole?: string; readonly withoutField: string } | undefined => {
  const read = /^(?<field>[a-z_]+: )?(?<words>.+)$/su.exec(reason ?? '')?.groups
  const words = read?.['words'] ?? ''
  // Several reasons, or one about a part of a field, as `tokens[3].name: too long`.
  const isList = /(?:^|; )[\w.[\]]+: /u.test(words)
  if (isList || words.split(' ').length < leastWords) return undefined
  const withoutField = withPeriod(capitalized(words))
  return read?.['field'] === undefined ? { whole: withoutField, withoutField } : { withoutField }
}

const requestIdOf = (headers: Headers): string | undefined =>
  headers.get('x-request-id') ?? headers.get('x-amzn-requestid') ?? undefined

/** An answer with an unexpected format; sending the call again would not help. */
export const malformedResponse = (
  subject: ErrorSubject,
  status: number,
  what: string,
): RequestError => ({
  code: 'service_error',
  message:
    "The service's answer cannot be read. Check that the account's base URL is that of a minting service.",
  details: {
    operation: subject.operation,
    status,
    misdirected: subject.peer,
    format: redact(what, subject.secrets),
  },
  mayHaveArrived: subject.changes,
  transient: false,
})
