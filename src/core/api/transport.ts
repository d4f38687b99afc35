import { readRetryAfter } from '#shared/retry-after.ts'
import { parseJson, readText } from '../http/answer.ts'
import { lostCall } from '../http/lost-call.ts'
import { type Attempt, cancelled, type RequestError } from '../http/retry.ts'
import type { Secret } from '../secret/secret.ts'
import { malformedResponse, responseError, type Subject } from './response-errors.ts'

/** One HTTP exchange with a minting service. */
export type Exchange = {
  readonly operation: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly address: string
  /** JSON text. */
  readonly body: string | undefined
  readonly apiKey: Secret
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
  readonly now: () => Date
}

/** An answer above this is not one of this interface: a page of 100 tokens is far smaller. */
export const maxAnswerBytes = 64 * 1024 * 1024

/** A line slower than this cannot upload images in any case. */
const slowestBytesPerMs = 128

/**
 * Sends one call once and reads its JSON answer whole, within the timeout. Redirects are not
 * followed: they would carry the API key, and a body, to an address that nobody chose.
 */
export const exchange = async (call: Exchange): Promise<Attempt<unknown>> => {
  const key = call.apiKey.text()
  const subject: Subject = {
    operation: call.operation,
    peer: 'service',
    changes: call.method !== 'GET',
    secrets: [key],
  }
  const timeoutMs = call.timeoutMs + Math.ceil((call.body?.length ?? 0) / slowestBytesPerMs)
  if (call.signal?.aborted === true) {
    const details = { operation: call.operation }
    return failed({ ...cancelled, details, mayHaveArrived: false, transient: false })
  }
  const limits = [AbortSignal.timeout(timeoutMs), call.signal].filter((one) => one !== undefined)
  try {
    const response = await fetch(call.address, {
      method: call.method,
      headers: {
        accept: 'application/json',
        'x-api-key': key,
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(call.body === undefined ? {} : { body: call.body }),
      redirect: 'manual',
      signal: AbortSignal.any(limits),
    })
    return await evaluateResponse(call, subject, response)
  } catch (error) {
    return failed(lostCall(subject, error, call.signal))
  }
}

const failed = (error: RequestError): Attempt<never> => ({ ok: false, error })

const evaluateResponse = async (
  call: Exchange,
  subject: Subject,
  response: Response,
): Promise<Attempt<unknown>> => {
  const { status, headers } = response
  if (status >= 300 && status < 400) {
    await response.body?.cancel()
    return failed(
      malformedResponse(subject, status, `a redirect (${status}), which is not followed`),
    )
  }
  if (status === 204) return { ok: true, value: undefined }
  const text = await readText(response, maxAnswerBytes)
  const json = text === undefined ? undefined : parseJson(text)
  const said = status >= 400 ? status : statusInside(json)
  if (said !== undefined) {
    const retryAfterMs = readRetryAfter(headers.get('retry-after'), call.now())
    return failed(responseError(subject, { status: said, headers, json }, retryAfterMs))
  }
  if (text === undefined) {
    const mebibytes = maxAnswerBytes / 1024 / 1024
    return failed(malformedResponse(subject, status, `more than ${mebibytes} MiB`))
  }
  if (json === undefined) {
    const kind = headers.get('content-type') ?? 'no content type'
    return failed(malformedResponse(subject, status, `something that is not JSON (${kind})`))
  }
  return { ok: true, value: json }
}

/**
 * The interface carries a status inside some bodies; an error there counts as one. What a test of a
 * webhook answers is somebody else's status.
 */
const statusInside = (json: unknown): number | undefined => {
  if (typeof json !== 'object' || json === null || !('status_code' in json)) return undefined
  if ('delivered' in json) return undefined
  const { status_code: status } = json
  return typeof status === 'number' && status >= 400 && status < 600 ? status : undefined
}
