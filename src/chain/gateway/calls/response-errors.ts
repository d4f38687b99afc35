import { gatewayErrors } from '#contract/gateways/errors.ts'
import { detailsOf } from '#values/errors/error-rules.ts'
import { z } from 'zod'
import { longText } from '#values/bounds/bounded.ts'
import { utcText } from '#values/text/format.ts'
import type { ErrorCode } from '#values/errors/errors.ts'
import type { ErrorSubject } from '#platform/http/exchange.ts'
import { plainText } from '#platform/http/redact.ts'
import type { RequestError } from '#platform/http/retry.ts'
import type { ServerApi } from './server-api.ts'

export type GatewayErrorResponse = {
  readonly status: number
  /** The body; undefined when it is larger than any answer may be. */
  readonly text: string | undefined
  readonly json: unknown
  readonly retryAfterMs: number | undefined
}

type Meaning = {
  readonly code: ErrorCode
  readonly advice?: string | undefined
  readonly transient?: true
  /** Where the gateway asks for no wait of its own. */
  readonly pauseMs?: number
}

/**
 * What the statuses of all kinds of gateways mean. Blockfrost bans whoever goes on asking after 402
 * and 429 (418): 402 and 418 are therefore never asked again, 429 only after a pause. Koios answers
 * 413 to a large transaction.
 */
const meanings: Readonly<Record<number, Meaning>> = {
  401: { code: 'unauthorized' },
  402: { code: 'rate_limited' },
  403: { code: 'unauthorized' },
  404: { code: 'service_error' },
  408: { code: 'timeout', transient: true },
  413: {
    code: 'too_large',
    advice: 'It takes no body of this size. Use another gateway for it.',
  },
  418: {
    code: 'rate_limited',
  },
  425: {
    code: 'rate_limited',
    advice: 'The mempool is full. Send the same transaction again later; it was not accepted.',
    transient: true,
    pauseMs: 5000,
  },
  429: {
    code: 'rate_limited',
    advice: 'Wait a minute, then try again.',
    transient: true,
  },
}

const retriedStatuses = new Set([500, 502, 503, 504])

const meaningOf = (status: number): Meaning => {
  const known = meanings[status]
  if (known !== undefined) return known
  if (status < 500) return { code: 'invalid' }
  return {
    code: 'service_error',
    advice: 'Try again later.',
    ...(retriedStatuses.has(status) ? { transient: true } : {}),
  }
}

const endSentence = (sentence: string): string =>
  /[.!?…]$/u.test(sentence) ? sentence : `${sentence}.`

/** What an answer says of how the gateway is set up, which it words for programmers. */
const misdirected = (
  api: ServerApi,
  code: ErrorCode,
  status: number,
  reason = '',
): string | undefined => {
  if (code === 'unauthorized')
    return `The gateway does not accept the ${api.secret.name}. Check it, and that it is one of this network.`
  // Blockfrost answers 400 "Invalid path." where another server answers 404.
  return status === 404 || reason.startsWith('Invalid path')
    ? `No gateway of this kind answers at this address. ${api.checkAddress}`
    : undefined
}

/** Errors of Blockfrost and of Koios (PostgREST) have a message, those of Kupo a hint. */
const errorBody = z.union([
  z.object({ message: longText }).transform(({ message }) => message),
  z.object({ hint: longText }).transform(({ hint }) => hint),
  longText,
])

/** The gateway's own words: its error's, a JSON text, or whatever else is no web page. */
export const gatewayReasonOf = (
  { text, json }: Pick<GatewayErrorResponse, 'text' | 'json'>,
  secrets: readonly string[],
): string | undefined => {
  const said = errorBody.safeParse(json).data ?? text
  const plain = plainText((said ?? '').replaceAll(/^\s*"|"\s*$/gu, ''), secrets)
  return plain === '' || plain.startsWith('<') ? undefined : plain
}

/** An answer whose status says that the call failed. */
export const gatewayResponseError = (
  api: ServerApi,
  subject: ErrorSubject,
  answer: GatewayErrorResponse,
): RequestError => {
  const { status } = answer
  const { code, transient = false, pauseMs, ...meaning } = meaningOf(status)
  const reason = gatewayReasonOf(answer, subject.secrets)
  const { advice } = meaning
  const astray = misdirected(api, code, status, reason)
  const sentence = endSentence(
    `The gateway could not ${subject.changes ? 'complete' : 'read'} the ${subject.operation}: ${reason ?? 'it gave no readable reason'}`,
  )
  return {
    code,
    message: astray ?? (advice === undefined ? sentence : `${sentence} ${advice}`),
    details: {
      operation: subject.operation,
      status,
      ...(astray === undefined ? {} : { misdirected: subject.peer }),
      ...(reason === undefined ? {} : { reason }),
    },
    mayHaveArrived: subject.changes && (status === 408 || status >= 500),
    transient,
    retryAfterMs: answer.retryAfterMs ?? pauseMs,
  }
}

const couldNot = (subject: ErrorSubject, reason: string | undefined): string =>
  `The gateway could not ${subject.changes ? 'complete' : 'read'} the ${subject.operation}: ${reason === undefined ? '' : `${endSentence(reason)} `}`

type Stop = { readonly until: Date; readonly reason?: string | undefined }

/** 402: the calls of the day are used up. Nothing was sent, or the service did nothing with it. */
export const usedUp = (subject: ErrorSubject, { until, reason }: Stop): RequestError => ({
  code: 'rate_limited',
  message: `${couldNot(subject, reason)}The project's calls of this day are used up. Coldpress asks again after ${utcText(until)}. To go on now, use another project ID or a larger plan.`,
  details: detailsOf(gatewayErrors, 'calls_used_up', {
    operation: subject.operation,
    status: 402,
    until: until.toISOString(),
    ...(reason === undefined ? {} : { reason }),
  }),
  mayHaveArrived: false,
  transient: false,
})

/** 418: whoever asks on prolongs the ban, so nothing is sent until then. */
export const banned = (subject: ErrorSubject, { until, reason }: Stop): RequestError => ({
  code: 'rate_limited',
  message: `${couldNot(subject, reason)}The gateway has banned this internet address for too many requests. Coldpress asks again after ${utcText(until)}.`,
  details: detailsOf(gatewayErrors, 'banned', {
    operation: subject.operation,
    status: 418,
    until: until.toISOString(),
    ...(reason === undefined ? {} : { reason }),
  }),
  mayHaveArrived: false,
  transient: false,
})

/** 429 for a caller that asks again by itself. @param until when anything is sent again */
export const busy = (subject: ErrorSubject, { until, reason }: Stop): RequestError => ({
  code: 'rate_limited',
  message: `${couldNot(subject, reason)}The gateway answers fewer calls than it was sent. Coldpress asks again after ${until.toISOString().slice(11, 19)} UTC.`,
  details: detailsOf(gatewayErrors, 'busy', {
    operation: subject.operation,
    status: 429,
    until: until.toISOString(),
    ...(reason === undefined ? {} : { reason }),
  }),
  mayHaveArrived: false,
  transient: false,
})

/** An answer that is no answer of this API; sending the call again would not fix it. */
export const malformedGatewayResponse =
  ({ checkAddress }: Pick<ServerApi, 'checkAddress'>) =>
  (subject: ErrorSubject, status: number, what: string): RequestError => ({
    code: 'service_error',
    message: `The answer of the gateway cannot be read. ${checkAddress}`,
    details: {
      operation: subject.operation,
      misdirected: subject.peer,
      status,
      format: plainText(what, subject.secrets),
    },
    mayHaveArrived: subject.changes,
    transient: false,
  })
