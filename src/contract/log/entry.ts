import { z } from 'zod'
import { longText, recordOf, shortText } from '#values/bounds/bounded.ts'

/** Kinds of entries in the app's own log. */
export const logKinds = [
  'import',
  'policy',
  'signing',
  'collection',
  'account',
  'vault',
  'connection',
  'app',
] as const

export const logLevels = ['info', 'warning', 'error'] as const

export const logEntry = z.object({
  id: z.int(),
  /** ISO 8601 UTC. */
  at: shortText,
  level: z.enum(logLevels),
  kind: z.enum(logKinds),
  message: longText,
  /** Further details; never a secret. */
  details: recordOf(longText),
})
export type LogEntry = z.output<typeof logEntry>
