import { z } from 'zod'
import type { WindowCalls, WindowEvents } from '../window/call.ts'
import { listOf, longText } from '#values/bounds/bounded.ts'
import { logEntry, logKinds, logLevels } from './entry.ts'

export const logCalls = {
  /** Newest first; `before` is the id of the last entry seen. */
  'log.page': {
    reads: true,
    input: z.object({
      before: z.int().nullable(),
      limit: z.int().min(1).max(500),
      kinds: listOf(z.enum(logKinds)).nullable(),
      levels: listOf(z.enum(logLevels)).nullable(),
      search: longText,
    }),
    output: z.object({ entries: listOf(logEntry), total: z.int() }),
  },
} as const satisfies WindowCalls

export const logEvents = {
  'log.added': { changes: [{ area: 'log' }], payload: logEntry },
} as const satisfies WindowEvents
