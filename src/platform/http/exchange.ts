import { isColdpressError, type ColdpressError } from '#values/errors/errors.ts'
import { isOffline } from '../offline/offline.ts'
import { readBoundedText } from './bounded-text.ts'
import { type CallSubject, lostCall } from './lost-call.ts'
import { sendRequest } from './outgoing/send.ts'
import { type Attempt, cancelled, type RequestError } from './retry.ts'

/** The subject of an error. */
export type ErrorSubject = CallSubject & {
  /** Removed from everything that the peer says. */
  readonly secrets: readonly string[]
}

/** One call of an HTTP interface with JSON answers. */
export type HttpCall = {
  readonly subject: ErrorSubject
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  /** Header names with the secrets that authenticate the call. */
  readonly credentials: Readonly<Record<string, string>>
  readonly body?: { readonly type: string; readonly content: string | Uint8Array<ArrayBuffer> }
  readonly timeoutMs: number
  /** A larger answer does not follow the interface; the rest is not read. */
  readonly maxAnswerBytes: number
  readonly signal: AbortSignal | undefined
  readonly whyDown?: WhyDown | undefined
  /** Absent: as everything is sent. */
  readonly fetch?: typeof sendRequest | undefined
}

/**
 * Why a server that this program runs itself cannot be reached, and when it can be again; undefined
 * while it is up.
 */
export type WhyDown = () => string | undefined

export type Received = {
  readonly status: number
  readonly headers: Headers
  /** Undefined when it is larger than `maxAnswerBytes`. */
  readonly text: string | undefined
  /** Undefined where the text is not JSON. */
  readonly json: unknown
}

/** How the errors of one interface are worded. */
type Malformed = (subject: ErrorSubject, status: number, what: string) => RequestError

export const failed = (error: RequestError): Attempt<never> => ({ ok: false, error })

export const answerTooLarge = (maxAnswerBytes: number): string =>
  `more than ${maxAnswerBytes / 1024 / 1024} MiB`

/**
 * Sends one call once and reads its whole answer within the timeout. Redirects are not followed:
 * they would carry the credentials and the body to an unknown address.
 */
export const exchange = async <T>(
  call: HttpCall,
  evaluate: (received: Received) => Attempt<T>,
  malformed: Malformed,
): Promise<Attempt<T>> => {
  const { subject, signal, body } = call
  if (signal?.aborted === true) {
    const details = { operation: subject.operation }
    return failed({ ...cancelled, details, mayHaveArrived: false, transient: false })
  }
  try {
    const limits = [AbortSignal.timeout(call.timeoutMs), signal].filter(
      (candidate) => candidate !== undefined,
    )
    const response = await (call.fetch ?? sendRequest)(call.url, {
      method: call.method,
      headers: {
        accept: 'application/json',
        ...call.credentials,
        ...(body === undefined ? {} : { 'content-type': body.type }),
      },
      ...(body === undefined ? {} : { body: body.content }),
      signal: AbortSignal.any(limits),
    })
    const { status, headers } = response
    if (status >= 300 && status < 400) {
      await response.body?.cancel()
      const what = `a redirect (${status}), which is not followed`
      return failed(malformed(subject, status, what))
    }
    const text = await readBoundedText(response, call.maxAnswerBytes)
    const json = text === undefined ? undefined : parseJson(text)
    return evaluate({ status, headers, text, json })
  } catch (error) {
    if (isColdpressError(error) && !isOffline()) return failed(neverSent(subject, error))
    const lost = lostCall(subject, error, signal)
    const why = lost.code === 'unreachable' ? call.whyDown?.() : undefined
    if (why === undefined) return failed(lost)
    const { misdirected: _, ...details } = lost.details
    return failed({ ...lost, message: why, details })
  }
}

/** What was refused here: no further attempt would change it. */
const neverSent = (
  { operation }: ErrorSubject,
  { code, message, details }: ColdpressError,
): RequestError => ({
  code,
  message,
  details: { ...details, operation },
  mayHaveArrived: false,
  transient: false,
})

/**
 * Undefined for text that is not JSON. The parser's error quotes the text, which may contain keys,
 * so it is dropped.
 */
const parseJson = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}
