import { setTimeout as delay } from 'node:timers/promises'
import { ColdpressError, type ErrorCode, type ErrorDetails } from '#values/errors/errors.ts'

/** A failed attempt as plain details; it becomes an error only after the last attempt. */
export type RequestError = {
  readonly code: ErrorCode
  readonly message: string
  readonly details: ErrorDetails
  /** False when it is certain that the service changed nothing. */
  readonly mayHaveArrived: boolean
  /** Whether a further attempt might end better. */
  readonly transient: boolean
  /** The service's `Retry-After`. */
  readonly retryAfterMs?: number | undefined
}

export type Attempt<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: RequestError }

export type RetryPolicy = {
  readonly attempts: number
  readonly baseMs: number
  readonly capMs: number
  /** A longer `Retry-After` is not waited for; the caller gets the error instead. */
  readonly retryAfterCapMs: number
  /** From 0 up to, but not including, 1. */
  readonly random: () => number
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  readonly now: () => Date
}

export const defaultRetry: RetryPolicy = {
  attempts: 4,
  baseMs: 200,
  capMs: 20_000,
  retryAfterCapMs: 60_000,
  random: Math.random,
  sleep: (ms, signal) => delay(ms, undefined, signal === undefined ? {} : { signal }),
  now: () => new Date(),
}

/** Full jitter: anything from nothing up to the doubled, capped base. */
const backoffMs = (policy: RetryPolicy, attempt: number): number =>
  policy.random() * Math.min(policy.capMs, policy.baseMs * 2 ** (attempt - 1))

/**
 * Runs `attempt` until it succeeds, or until repeating it is useless, unsafe or no longer allowed.
 * A call that is not `idempotent` is repeated only if the error proves that nothing changed.
 * @throws ColdpressError with `details.mayHaveArrived` over all attempts and `details.attempts`
 */
export const withRetries = async <T>(
  attempt: (mayHaveArrived: boolean) => Promise<Attempt<T>>,
  options: {
    readonly idempotent: boolean
    readonly policy: RetryPolicy
    readonly signal?: AbortSignal | undefined
  },
): Promise<T> => {
  const { idempotent, policy, signal } = options
  let mayHaveArrived = false
  for (let number = 1; ; number += 1) {
    const outcome = await attempt(mayHaveArrived)
    if (outcome.ok) return outcome.value
    const { error } = outcome
    mayHaveArrived ||= error.mayHaveArrived
    const safe = idempotent || !error.mayHaveArrived
    const tooLong = (error.retryAfterMs ?? 0) > policy.retryAfterCapMs
    if (!error.transient || !safe || tooLong || number >= policy.attempts) {
      throw finalError(error, mayHaveArrived, number)
    }
    const waitMs = Math.max(error.retryAfterMs ?? 0, backoffMs(policy, number))
    try {
      await policy.sleep(waitMs, signal)
    } catch (thrown) {
      if (signal?.aborted !== true) throw thrown
      throw finalError({ ...error, ...cancelled }, mayHaveArrived, number)
    }
  }
}

/** The error of a call that its caller cancelled. */
export const cancelled = {
  code: 'cancelled',
  message: 'The call was cancelled.',
} as const

const finalError = (
  error: RequestError,
  mayHaveArrived: boolean,
  attempts: number,
): ColdpressError =>
  new ColdpressError(error.code, error.message, {
    details: {
      ...error.details,
      mayHaveArrived,
      attempts,
      ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
    },
  })
