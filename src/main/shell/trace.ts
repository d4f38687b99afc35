import { stackFramesOf } from '#platform/crash/stack.ts'

/**
 * What the log may know of an error that nobody foresaw: its kind and where it happened. Not its
 * message, since parsers quote what they choke on, and that may be a key.
 */
export const traceOf = (error: unknown): Readonly<Record<string, string>> => {
  if (!(error instanceof Error)) return { error: typeof error }
  return {
    error: error.name,
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    trace: stackFramesOf(error).slice(0, 8).join('\n'),
  }
}
