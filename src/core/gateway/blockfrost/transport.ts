import { readRetryAfter } from '#shared/retry-after.ts'
import { parseJson, readText } from '#core/http/answer.ts'
import { lostCall } from '#core/http/lost-call.ts'
import { type Attempt, cancelled, type RequestError, type RetryPolicy } from '#core/http/retry.ts'
import type { Secret } from '#core/secret/secret.ts'
import { malformedResponse, reasonOf, responseError, type Subject } from './response-errors.ts'
import { causeOf } from './rejection.ts'

/** Where and how the calls of one gateway go. */
export type Service = {
  readonly baseUrl: string
  /** Read at each request, never kept as text. */
  readonly projectId: Secret | undefined
  readonly timeoutMs: number
  readonly retry: RetryPolicy
  readonly signal: AbortSignal | undefined
  readonly fetch: typeof fetch
}

export type Exchange = {
  /** What is asked for, as it is named in messages. */
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
export type Answer = { readonly status: number; readonly text: string; readonly json: unknown }

/** An answer above this is none of this API: a page has 100 outputs of at most 5,000 bytes each. */
export const maxAnswerBytes = 32 * 1024 * 1024

/**
 * Sends one call once and reads its answer whole, within the timeout. `value` is undefined for what
 * the gateway does not have (404). Redirects are not followed: they would carry the project id, and
 * a transaction, to an address that nobody chose.
 */
export const exchange = async (
  service: Service,
  call: Exchange,
): Promise<Attempt<Answer | undefined>> => {
  const key = service.projectId?.text()
  const subject: Subject = {
    operation: call.operation,
    changes: call.body !== undefined,
    peer: 'gateway',
    secrets: key === undefined ? [] : [key],
  }
  if (call.signal?.aborted === true) {
    const details = { operation: call.operation }
    return failed({ ...cancelled, details, mayHaveArrived: false, transient: false })
  }
  try {
    const limits = [AbortSignal.timeout(service.timeoutMs), call.signal]
    const response = await service.fetch(`${service.baseUrl}${call.path}`, {
      method: call.body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        ...(key === undefined ? {} : { project_id: key }),
        ...(call.body === undefined ? {} : { 'content-type': call.body.type }),
      },
      ...(call.body === undefined ? {} : { body: new Uint8Array(call.body.bytes) }),
      redirect: 'manual',
      signal: AbortSignal.any(limits.filter((one) => one !== undefined)),
    })
    return await evaluateResponse(call, subject, response, service.retry.now())
  } catch (error) {
    return failed(lostCall(subject, error, call.signal))
  }
}

const failed = (error: RequestError): Attempt<never> => ({ ok: false, error })

const evaluateResponse = async (
  call: Exchange,
  subject: Subject,
  response: Response,
  now: Date,
): Promise<Attempt<Answer | undefined>> => {
  const { status, headers } = response
  if (status >= 300 && status < 400) {
    await response.body?.cancel()
    return failed(
      malformedResponse(subject, status, `a redirect (${status}), which is not followed`),
    )
  }
  const text = await readText(response, maxAnswerBytes)
  const json = text === undefined ? undefined : parseJson(text)
  if (status === 404 && !subject.changes && !isWebPage(headers, text))
    return { ok: true, value: undefined }
  if (status === 400 && call.body?.type === 'application/cbor')
    return failed(rejection(subject, { text, json }))
  if (status >= 400) {
    const retryAfterMs = readRetryAfter(headers.get('retry-after'), now)
    return failed(responseError(subject, { status, text, json, retryAfterMs }))
  }
  if (text === undefined)
    return failed(
      malformedResponse(subject, status, `more than ${maxAnswerBytes / 1024 / 1024} MiB`),
    )
  return { ok: true, value: { status, text, json } }
}

/** A 404 of a web server that has no such API; taken for "never used" it would hide funds. */
const isWebPage = (headers: Headers, text: string | undefined): boolean =>
  headers.get('content-type')?.startsWith('text/html') === true ||
  text?.trimStart().startsWith('<') !== false

/** Status 400 of a submission: the ledger's verdict, unless it is about the call itself. */
const rejection = (
  subject: Subject,
  answer: { readonly text: string | undefined; readonly json: unknown },
): RequestError => {
  const reason = reasonOf(answer, subject.secrets) ?? 'no reason given'
  if (/^invalid path/iu.test(reason))
    return { ...malformedResponse(subject, 400, reason), mayHaveArrived: false }
  const { cause, words } = causeOf(reason)
  const why = words === undefined ? '' : `: ${words}`
  return {
    code: 'rejected',
    message: `The ledger rejected the transaction${why}. The node said: ${reason}`,
    details: { operation: subject.operation, status: 400, reason, cause },
    mayHaveArrived: false,
    transient: false,
  }
}
