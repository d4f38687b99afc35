import { pinErrors } from '#contract/pins/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { ColdpressError, isColdpressError, messageOf } from '#values/errors/errors.ts'
import { readRetryAfter } from '#values/addresses/retry-after.ts'
import type { Deadline } from '#platform/http/deadline.ts'
import {
  certificateError,
  deadlineError,
  failedService,
  type Meaning,
  meaningOf,
  timeoutError,
  unexplained,
} from '../service-error.ts'

/** An answer with a status other than 2xx, as kubo-rpc-client throws it. */
type HttpError = Error & { readonly response: Response }

const isHttpError = (error: unknown): error is HttpError =>
  error instanceof Error && 'response' in error && error.response instanceof Response

/** Kubo has no status of its own for this: 500 and a sentence. */
export const isNotPinnedError = (error: unknown): boolean =>
  isHttpError(error) && error.response.status === 500 && error.message.includes('is not pinned')

/** The node has no such call, or the service in front of it does not allow it. */
export const isNoSuchCall = (error: unknown): boolean =>
  isHttpError(error) && [403, 404, 405, 501].includes(error.response.status)

/** Kubo's words for a path that its view of files does not have; its status may be 200. */
export const isNoSuchFile = (error: unknown): boolean =>
  isHttpError(error) && error.message.includes('does not exist')

/** Kubo's words for a call that asks others, of a node that was started offline. */
export const isOfflineNode = (error: unknown): boolean =>
  isHttpError(error) && error.response.status === 500 && /online mode|offline/u.test(error.message)

/** An error of fetch itself or of a body's stream: a TypeError about a deeper cause. */
const isConnectionError = (error: unknown): error is TypeError =>
  error instanceof TypeError && error.cause instanceof Error

const longestReason = 300

/** What an error is about. */
export type KuboSubject = {
  /** The service's name for messages. */
  readonly service: string
  /** The call of Kubo's RPC interface, such as `pin/ls`. */
  readonly operation: string
  readonly deadline: Deadline
  /** Removes secrets from the service's text, which may repeat the token. */
  readonly hide: (text: string) => string
}

/** Translates any error of an exchange to a ColdpressError. */
export const kuboError = (error: unknown, subject: KuboSubject): unknown => {
  const { service, deadline, hide, operation } = subject
  if (error instanceof ColdpressError) return error
  const ended = deadlineError(deadline, service)
  if (ended !== undefined) return ended
  if (error instanceof Error && error.name === 'TimeoutError') return timeoutError(service)
  // The thrown object holds the whole response: it is not kept as a cause, its sentence is.
  if (isHttpError(error)) return answered(error.response, hide(error.message), subject)
  if (isConnectionError(error))
    return isColdpressError(error.cause) ? error.cause : unreachable(error.cause, service)
  const reason = hide(messageOf(error)).slice(0, longestReason)
  // After a status of 200 the node reports a failure in the middle as a trailer or a broken line.
  if (isDiskFull(reason)) return failedService(full, service, { operation, status: 200, reason })
  return errorBy(
    pinErrors,
    'bad_answer',
    { operation, status: 200, reason },
    `${service} gave no usable answer. Check that its address is one of a Kubo RPC interface.`,
  )
}

const unreachable = (cause: unknown, service: string): ColdpressError =>
  certificateError(cause, service) ??
  new ColdpressError(
    'unreachable',
    `${service} cannot be reached. Check its address and that it is running.`,
    { cause },
  )

const isDiskFull = (reason: string): boolean =>
  /no space left on device|disk quota exceeded|ENOSPC/iu.test(reason)

const full: Meaning = {
  code: 'service_error',
  sentence: 'has no space left on its disk. Make room there, then go on.',
  final: 'place',
}

const answered = (response: Response, said: string, subject: KuboSubject): ColdpressError => {
  const { status } = response
  const reason = said.slice(0, longestReason)
  const retryAfterMs = readRetryAfter(response.headers, new Date())
  return failedService(isDiskFull(reason) ? full : kuboMeaningOf(status), subject.service, {
    operation: subject.operation,
    status,
    reason,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}

const kuboMeaningOf = (status: number): Meaning => {
  if (status === 401 || status === 403)
    return { code: 'unauthorized', sentence: 'refused the access token. Check the token.' }
  if (status === 404 || status === 405)
    return {
      code: 'service_error',
      sentence: 'does not know this call. Check that its address is one of a Kubo RPC interface.',
      final: 'place',
    }
  if (status === 507) return full
  return meaningOf(status) ?? unexplained
}
