import { pinErrors } from '#contract/pins/errors.ts'
import { detailsOf } from '#values/errors/error-rules.ts'
import { ColdpressError, type ErrorCode, type ErrorDetails } from '#values/errors/errors.ts'
import { tlsFault } from '#platform/http/lost-call.ts'
import type { Deadline } from '#platform/http/deadline.ts'
import { type FinalFor, finalError } from './final-error.ts'

/** What a service said by its answer. */
export type Meaning = {
  readonly code: ErrorCode
  /** After the name of the service. */
  readonly sentence: string
  readonly final?: FinalFor
}

/** Of the statuses that every service means alike; undefined for the others. */
export const meaningOf = (status: number): Meaning | undefined => {
  if (status === 413)
    return {
      code: 'too_large',
      sentence: 'does not take a file of this size. Use another service, or a smaller file.',
      final: 'image',
    }
  if (status === 429 || status === 503)
    return { code: 'rate_limited', sentence: 'asks to wait. Try again later.' }
  if (status === 408 || status === 504)
    return { code: 'timeout', sentence: 'ran out of time. Try again later.' }
  return undefined
}

export const unexplained: Meaning = {
  code: 'service_error',
  sentence: 'has an error of its own. Try again later; its own words are in the details.',
}

export const failedService = (
  { code, sentence, final }: Meaning,
  service: string,
  details: ErrorDetails,
): ColdpressError => {
  const message = `${service} ${sentence}`
  return final === undefined
    ? new ColdpressError(code, message, { details })
    : finalError(final, code, message, details)
}

/** Why there is no answer, where the deadline knows it. */
export const deadlineError = (
  { ended }: Pick<Deadline, 'ended'>,
  service: string,
): ColdpressError | undefined => {
  if (ended === 'cancelled')
    return new ColdpressError('cancelled', `The request to ${service} was cancelled.`)
  return ended === 'timeout' ? timeoutError(service) : undefined
}

export const timeoutError = (service: string): ColdpressError =>
  new ColdpressError('timeout', `${service} did not answer in time. Try again later.`)

/** Why `fetch` failed, where the deadline or the certificate says it. */
export const lostAnswer = (
  error: unknown,
  service: string,
  deadline: Pick<Deadline, 'ended'>,
): ColdpressError | undefined => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return deadlineError(deadline, service) ?? certificateError(cause, service)
}

/** Undefined for a cause other than the certificate. */
export const certificateError = (cause: unknown, service: string): ColdpressError | undefined => {
  const fault = tlsFault(cause)
  if (fault === undefined) return undefined
  return finalError(
    'place',
    'unreachable',
    `${service} has a certificate that is not accepted: ${fault}. Check its address and this computer's clock.`,
    detailsOf(pinErrors, 'tls', {}),
  )
}
