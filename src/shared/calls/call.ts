import type { z } from 'zod'
import type { ErrorCode, ErrorDetails } from '../errors.ts'

/** One thing that the window may ask of the main process: what goes in and what comes back. */
export type Call = {
  readonly input: z.ZodType
  readonly output: z.ZodType
  /** Its input or its answer holds a secret. */
  readonly secret?: true
}

/** An error as it crosses to the window: a ColdpressError without its cause. */
export type ErrorInfo = {
  readonly code: ErrorCode
  readonly message: string
  readonly details: ErrorDetails
}

/** What every call answers; it never rejects, so that no error loses its code on the way. */
export type CallResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ErrorInfo }
