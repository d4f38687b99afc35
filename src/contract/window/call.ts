import type { z } from 'zod'
import type { ErrorCode, ErrorDetails } from '#values/errors/errors.ts'

/** Answers in the window's cache that become stale together, where a call or an event says so. */
export type Area =
  | 'accounts'
  | 'bin'
  | 'collection'
  | 'collections'
  | 'crashReports'
  | 'draftRows'
  | 'drafts'
  | 'estimates'
  | 'events'
  | 'gateways'
  | 'heldAt'
  | 'inboxes'
  | 'jobs'
  | 'log'
  | 'mintImages'
  | 'mints'
  | 'phrases'
  | 'pins'
  | 'plans'
  | 'policies'
  | 'rounds'
  | 'royalties'
  | 'sales'
  | 'shops'
  | 'signing'
  | 'tokens'
  | 'wallets'
  | 'webhooks'

/** The answers of an area become stale. */
export type Change = {
  readonly area: Area
  /**
   * Fields of the call's input, or else of its output: an answer whose own input has another value
   * there stays as it is. Without it, all of the area is stale.
   */
  readonly by?: readonly string[]
  /** Only where this field of the output has this value. */
  readonly when?: { readonly field: string; readonly is: string }
}

/** The output is the newest answer of another call. */
export type Answer = {
  readonly of: string
  /** Where a field of that call's input has another name in this call's input or output. */
  readonly from?: Readonly<Record<string, string>>
}

/** What becomes of the window's cached answers; `changes: []`: nothing. */
export type Effect = { readonly reads?: never } & (
  | { readonly answers: Answer; readonly changes?: readonly Change[] }
  | { readonly answers?: never; readonly changes: readonly Change[] }
)

/**
 * It changes nothing, so that its answer may be cached. Its area is the first part of its name
 * (`true`), or another one. `alone`: no call and no event makes it stale.
 */
type Read = {
  readonly reads: true | 'alone' | Area
  readonly answers?: never
  readonly changes?: never
}

/** One call of a process: its input and its output. */
export type Call = {
  readonly input: z.ZodType
  readonly output: z.ZodType
  /** Its input or its output holds a secret. */
  readonly secret?: true
}

/** Calls from the window to the main process, each with what it changes. */
export type WindowCalls = Readonly<Record<string, Call & (Read | Effect)>>

/** Events from the main process to the window. The payload is the output of their effect. */
export type WindowEvents = Readonly<Record<string, Effect & { readonly payload: z.ZodType }>>

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
