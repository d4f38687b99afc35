import type { z } from 'zod'
import type { ErrorCode, ErrorDetails } from '#values/errors/errors.ts'

/** One call from the window to the main process: its input and its output. */
export type Call = {
  readonly input: z.ZodType
  readonly output: z.ZodType
  /** Its input or its output holds a secret. */
  readonly secret?: true
}

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
