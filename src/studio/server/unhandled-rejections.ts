import { z } from 'zod'
import { longText } from '#values/bounds/bounded.ts'
import { utcTime } from '#contract/fields.ts'
import { stackOf } from '#platform/crash/stack.ts'
import type { StudioNotice } from '../notice.ts'

/** Errors that nobody caught since the studio's start: their number, and the last one. */
export const unhandledErrors = z.object({
  count: z.int(),
  last_at: utcTime,
  /** Kind and stack, without the error's text, which may quote a secret. */
  trace: longText,
})
type UnhandledErrors = z.output<typeof unhandledErrors>

/** The owner is told once in this time; the log has each. */
const quietMs = 60_000
const longestTrace = 2_000

export type RejectionWatch = {
  /** Undefined while there was none. */
  readonly seen: () => UnhandledErrors | undefined
  /** From then on an unhandled rejection ends the process, unless somebody else handles it. */
  readonly stop: () => void
}

/**
 * Keeps a rejection that nobody handles from ending the process, which Node does by default. What
 * failed is one promise of one task. An uncaught exception still ends it (ADR 25).
 */
export const watchRejections = ({
  now,
  log,
  notify,
}: {
  readonly now: () => Date
  readonly log: (trace: string) => void
  readonly notify: (notice: StudioNotice) => void
}): RejectionWatch => {
  let seen: UnhandledErrors | undefined
  let notifiedAt = Number.NEGATIVE_INFINITY
  const note = (error: unknown): void => {
    const trace = stackOf(error).slice(0, longestTrace)
    seen = { count: (seen?.count ?? 0) + 1, last_at: now().toISOString(), trace }
    log(trace)
    if (performance.now() - notifiedAt < quietMs) return
    notifiedAt = performance.now()
    notify(unhandled)
  }
  process.on('unhandledRejection', note)
  return { seen: () => seen, stop: () => void process.off('unhandledRejection', note) }
}

const unhandled: StudioNotice = {
  level: 'error',
  message:
    'An error inside the studio was caught by nobody. The studio goes on; what it was doing may not be done. Its log and /health have the details: report them.',
  details: {},
}
