import { ColdpressError, type ErrorCode } from '#values/errors/errors.ts'
import { finalFor } from '#media/pinning/final-error.ts'
import { sleep } from '#platform/http/sleep.ts'

/** How long an import waits for others. All in milliseconds. */
export type RetrySettings = {
  /** Attempts at one thing that fails for a passing reason, the first included. */
  readonly attempts: number
  /** Attempts at what did not answer in time, which takes longest to find out. */
  readonly timeoutAttempts: number
  /** Waited before the second attempt; doubled before each further one. */
  readonly backoffMs: number
  readonly longestMs: number
  /** After a lost reply: the service may still be at work on the request. */
  readonly settleMs: number
  /** After the user's stop: a request on its way may still get its reply. */
  readonly graceMs: number
}

export const defaultRetrySettings: RetrySettings = {
  attempts: 5,
  timeoutAttempts: 2,
  backoffMs: 1_000,
  longestMs: 60_000,
  settleMs: 1_500,
  graceMs: 3_000,
}

const passing: ReadonlySet<ErrorCode> = new Set([
  'rate_limited',
  'unreachable',
  'timeout',
  'service_error',
])

/** Whether the same call may go better a little later. */
export const isPassing = (error: unknown): error is ColdpressError =>
  error instanceof ColdpressError && passing.has(error.code) && finalFor(error) === undefined

/**
 * Waits after failure number `failures`, at least as long as the service asked for.
 * @throws the error itself when there were too many, or the service wants longer than we wait.
 */
export const waitAfter = async (
  error: ColdpressError,
  errorCount: number,
  retrySettings: RetrySettings,
  signal: AbortSignal,
): Promise<void> => {
  const asked = error.details['retryAfterMs']
  const requestedMs = typeof asked === 'number' ? asked : 0
  if (errorCount >= retrySettings.attempts || requestedMs > retrySettings.longestMs) throw error
  const backoff = Math.min(retrySettings.longestMs, retrySettings.backoffMs * 2 ** (errorCount - 1))
  await sleep(Math.max(requestedMs, backoff), signal)
}

/** Repeats what failed for a passing reason. */
export const retryTransient = async <T>(
  work: () => Promise<T>,
  retrySettings: RetrySettings,
  signal: AbortSignal,
): Promise<T> => {
  for (let errorCount = 1; ; errorCount += 1) {
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      if (!isPassing(error)) throw error
      if (error.code === 'timeout' && errorCount >= retrySettings.timeoutAttempts) throw error
      await waitAfter(error, errorCount, retrySettings, signal)
    }
  }
}
