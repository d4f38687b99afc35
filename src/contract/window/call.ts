import type { ErrorCode, ErrorDetails } from '#values/errors/errors.ts'

/** An error as it is sent to the window: a ColdpressError without its cause. */
export type ErrorInfo = {
  readonly code: ErrorCode
  readonly message: string
  readonly details: ErrorDetails
}

/**
 * What every call resolves to. A call never rejects, because a rejection over IPC loses the error's
 * code.
 */
export type CallResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ErrorInfo }
