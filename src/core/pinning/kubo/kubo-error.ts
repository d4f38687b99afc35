import { ColdpressError, type ErrorCode, type ErrorDetails, messageOf } from '#shared/errors.ts'
import { readRetryAfter } from '#shared/retry-after.ts'
import type { Deadline } from './deadline.ts'

/** An answer with a status other than 2xx, as kubo-rpc-client throws it. */
type HttpError = Error & { readonly response: Response }

const isHttpError = (error: unknown): error is HttpError =>
  error instanceof Error && 'response' in error && error.response instanceof Response

/** Kubo has no status of its own for this: 500 and a sentence. */
export const isNotPinnedError = (error: unknown): boolean =>
  isHttpError(error) && error.response.status === 500 && error.message.includes('is not pinned')

/** An error of fetch itself or of a body's stream: a TypeError about a deeper cause. */
const isConnectionError = (error: unknown): error is TypeError =>
  error instanceof TypeError && error.cause instanceof Error

const longestAnswer = 300

/**
 * Translates any error of an exchange to a ColdpressError. `hide` removes secrets from the
 * service's text, which may repeat the token.
 */
export const kuboError = (
  error: unknown,
  service: string,
  deadline: Deadline,
  hide: (text: string) => string,
): unknown => {
  if (error instanceof ColdpressError) return error
  if (deadline.ended === 'cancelled') {
    return new ColdpressError('cancelled', `The request to ${service} was cancelled.`)
  }
  if (deadline.ended === 'timeout' || (error instanceof Error && error.name === 'TimeoutError')) {
    return new ColdpressError('timeout', `${service} did not answer in time. Try again later.`)
  }
  // The thrown object holds the whole response: it is not kept as a cause, its sentence is.
  if (isHttpError(error)) return answered(error.response, hide(error.message), service)
  if (isConnectionError(error)) {
    return new ColdpressError(
      'unreachable',
      `${service} cannot be reached. Check its address and that it is running.`,
      { cause: error.cause },
    )
  }
  return new ColdpressError(
    'service_error',
    `${service} gave no usable answer. Check that its address is one of a Kubo RPC interface.`,
    { details: { rule: 'bad_answer', answer: hide(messageOf(error)).slice(0, longestAnswer) } },
  )
}

const answered = (response: Response, answer: string, service: string): ColdpressError => {
  const { status } = response
  const [code, sentence] = meaningOf(status)
  const retryAfterMs = readRetryAfter(response.headers.get('retry-after'), new Date())
  const details: ErrorDetails = {
    status,
    answer: answer.slice(0, longestAnswer),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  }
  return new ColdpressError(code, `${service} ${sentence}`, { details })
}

const meaningOf = (status: number): readonly [ErrorCode, string] => {
  if (status === 401 || status === 403)
    return ['unauthorized', `refused the access token (HTTP ${status}). Check the token.`]
  if (status === 429 || status === 503)
    return ['rate_limited', `asks to wait (HTTP ${status}). Try again later.`]
  if (status === 408 || status === 504)
    return ['timeout', `ran out of time (HTTP ${status}). Try again later.`]
  return ['service_error', `answered with HTTP ${status}. Its own words are in the details.`]
}
