import { ZodError } from 'zod'
import { describeIssues } from './issues.ts'

/**
 * Every error code of Coldpress, with its meaning at each edge: `status` over HTTP, `exit` on the
 * command line.
 */
export const errorTable = {
  usage: { status: 400, exit: 2 },
  invalid: { status: 400, exit: 3 },
  unauthorized: { status: 401, exit: 6 },
  forbidden: { status: 403, exit: 6 },
  not_found: { status: 404, exit: 3 },
  conflict: { status: 409, exit: 3 },
  too_large: { status: 413, exit: 3 },
  unsupported_media: { status: 415, exit: 3 },
  vault_locked: { status: 423, exit: 5 },
  wrong_passphrase: { status: 423, exit: 5 },
  key_missing: { status: 409, exit: 5 },
  keychain_unreachable: { status: 503, exit: 5 },
  rate_limited: { status: 429, exit: 6 },
  not_implemented: { status: 501, exit: 1 },
  unreachable: { status: 502, exit: 6 },
  timeout: { status: 504, exit: 6 },
  service_error: { status: 502, exit: 6 },
  /** The ledger rejected a transaction. */
  rejected: { status: 409, exit: 3 },
  incomplete: { status: 500, exit: 4 },
  cancelled: { status: 499, exit: 4 },
  /** Whoever was asked in a terminal said no. */
  declined: { status: 499, exit: 7 },
  disk_full: { status: 507, exit: 1 },
  /** A file, folder or disk cannot be written. */
  read_only: { status: 507, exit: 1 },
  /** Another process has locked a database. */
  busy: { status: 503, exit: 1 },
  corrupt: { status: 500, exit: 1 },
  internal: { status: 500, exit: 1 },
} as const satisfies Record<string, { status: number; exit: number }>

export type ErrorCode = keyof typeof errorTable

/** Details about an error for programs. Never a secret: details are logged and shown. */
export type ErrorDetails = Readonly<Record<string, unknown>>

/**
 * The one error class that crosses Coldpress's own boundaries. `message` is a sentence that names
 * the field, the rule and the next step. It may be shown to a person and must not hold a secret.
 */
export class ColdpressError extends Error {
  override readonly name = 'ColdpressError'
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: ErrorDetails; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.details = options.details ?? {}
  }
}

export const isColdpressError = (error: unknown, code?: ErrorCode): error is ColdpressError =>
  error instanceof ColdpressError && (code === undefined || error.code === code)

/** The message of any thrown value. */
export const messageOf = (error: unknown): string => {
  // the message of zod's own error is its list of issues as JSON
  if (error instanceof ZodError)
    return `The data has an unexpected format: ${describeIssues(error)}.`
  return error instanceof Error ? error.message : String(error)
}
