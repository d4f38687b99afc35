import { readRetryAfter } from '#values/addresses/retry-after.ts'
import {
  exchange as exchangeOnce,
  failed,
  type Received,
  type Subject,
  tooLarge,
  type WhyDown,
} from '#platform/http/exchange.ts'
import type { Attempt } from '#platform/http/retry.ts'
import type { Secret } from '#platform/secret/secret.ts'
import { malformedResponse, responseError } from './response-errors.ts'

/** One HTTP exchange with a minting service. */
export type Exchange = {
  readonly operation: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly address: string
  /** JSON text. */
  readonly body: string | undefined
  readonly apiKey: Secret
  readonly timeoutMs: number
  readonly isOwnStudio: boolean
  readonly signal: AbortSignal | undefined
  readonly whyDown: WhyDown | undefined
  readonly now: () => Date
}

/** A larger answer does not follow the interface: a page of 100 tokens is far smaller. */
export const maxAnswerBytes = 64 * 1024 * 1024

/** A connection slower than this cannot upload images in any case. */
const slowestBytesPerMs = 128

/** Sends one call once and reads its JSON answer. */
export const exchange = (call: Exchange): Promise<Attempt<unknown>> => {
  const key = call.apiKey.text()
  const subject: Subject = {
    operation: call.operation,
    peer: 'service',
    changes: call.method !== 'GET',
    secrets: [key],
  }
  const { method, address: url, body, signal } = call
  return exchangeOnce(
    {
      subject,
      method,
      url,
      credentials: { 'x-api-key': key },
      ...(body === undefined ? {} : { body: { type: 'application/json', content: body } }),
      timeoutMs: call.timeoutMs + Math.ceil((body?.length ?? 0) / slowestBytesPerMs),
      maxAnswerBytes,
      signal,
      whyDown: call.whyDown,
    },
    (received) => evaluateResponse(subject, received, call),
    malformedResponse,
  )
}

const evaluateResponse = (
  subject: Subject,
  { status, headers, text, json }: Received,
  { now, isOwnStudio }: Pick<Exchange, 'now' | 'isOwnStudio'>,
): Attempt<unknown> => {
  if (status === 204) return { ok: true, value: undefined }
  const said = status >= 400 ? status : statusInside(json)
  if (said !== undefined) {
    const retryAfterMs = readRetryAfter(headers, now())
    const answer = { status: said, headers, json, isOwnStudio }
    return failed(responseError(subject, answer, retryAfterMs))
  }
  if (text === undefined)
    return failed(malformedResponse(subject, status, tooLarge(maxAnswerBytes)))
  if (json === undefined) {
    const kind = headers.get('content-type') ?? 'no content type'
    return failed(malformedResponse(subject, status, `something that is not JSON (${kind})`))
  }
  return { ok: true, value: json }
}

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
