import { z } from 'zod'
import { listOf, longText, shortText } from '#values/bounds/bounded.ts'
import { errorRecord } from '#values/errors/error-record.ts'
import { providerSettings } from '../providers/providers.ts'

/** What the user may call one; on the command line it is an argument. */
export const pinTargetName = longText.regex(
  /^[a-z0-9][a-z0-9-]{0,31}$/u,
  'Use lower-case letters, digits and hyphens, at most 32.',
)

export const pinTarget = z.object({
  name: longText,
  kind: shortText,
  settings: providerSettings,
  /** The first address among the settings. */
  url: shortText.nullable(),
  /** A default that the user did not set up. The service may not exist. */
  isDefault: z.boolean(),
  /** Always present; the user cannot change it. */
  isBuiltIn: z.boolean(),
})
export type PinTargetView = z.output<typeof pinTarget>

/** How the last check of a pin target ended. */
export const pinCheckResult = z.object({
  name: longText,
  /** ISO 8601 UTC. */
  at: shortText,
  /** Why it, or its repair, ended early. */
  error: errorRecord.nullable(),
  /** Null when it ended before anything was found. */
  check: z
    .object({
      files: z.int(),
      /** Sound here and pinned at every place. */
      sound: z.int(),
      /** Damaged or gone on this computer. */
      damaged: z.int(),
      places: listOf(
        z.object({
          place: longText,
          /** Read there. */
          sound: z.int(),
          unread: z.int(),
          incomplete: z.int(),
          unpinned: z.int(),
        }),
      ),
    })
    .nullable(),
  /** Null when nothing was to be repaired, or it was not asked for. */
  repaired: z
    .object({
      /** Brought back to this computer. */
      restored: z.int(),
      /** Sent to a place. */
      sent: z.int(),
      failed: z.int(),
      /** The first of those that failed, as sentences. */
      reasons: listOf(longText),
    })
    .nullable(),
})
export type PinCheckResult = z.output<typeof pinCheckResult>
