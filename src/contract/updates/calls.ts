import { z } from 'zod'
import type { WindowCalls, WindowEvents } from '../window/call.ts'
import { isoTime, longText, shortText } from '#values/bounds/bounded.ts'
import { installations } from './installations.ts'

const step = z.discriminatedUnion('at', [
  z.object({ at: z.literal('idle') }),
  z.object({ at: z.literal('checking') }),
  z.object({
    at: z.literal('downloading'),
    bytes: z.int(),
    total: z.int(),
    /** Null until something has arrived. */
    secondsLeft: z.number().nullable(),
  }),
  /** On this computer, and the project's signature over it is valid. */
  z.object({
    at: z.literal('ready'),
    path: shortText,
    /** What the user types to install it; null where the app does it. */
    command: longText.nullable(),
    /** The user chose that the app installs it when it closes. */
    installsOnQuit: z.boolean(),
  }),
])

/** What is known of newer versions, and what is being done. */
export const updateState = z.object({
  /** False: this build knows no page of releases, or it was started offline. */
  canCheck: z.boolean(),
  /** The server that is asked; null when it is not known. */
  server: shortText.nullable(),
  current: shortText,
  installation: z.enum(installations),
  checkedAt: isoTime.nullable(),
  newest: z
    .object({
      version: shortText,
      publishedAt: isoTime,
      notes: longText,
      /** Of the file for this installation; null: there is none. */
      bytes: z.int().nullable(),
    })
    .nullable(),
  step,
  /** Why the last check or download failed; a sentence for the user. */
  error: longText.nullable(),
})
export type UpdateState = z.output<typeof updateState>

const answers = { of: 'updates.state' } as const
const change = { answers, input: z.null(), output: updateState } as const

export const updateCalls = {
  'updates.state': { reads: true, input: z.null(), output: updateState },
  /** Asks the server now: the user wants to know. */
  'updates.check': change,
  /** Starts the download, and answers at once. */
  'updates.download': change,
  /** Stops the download. What has arrived is kept. */
  'updates.cancel': change,
  /** Whether the verified file is installed when Coldpress closes. */
  'updates.installOnQuit': {
    answers,
    input: z.object({ on: z.boolean() }),
    output: updateState,
  },
} as const satisfies WindowCalls

export const updateEvents = {
  /** Something about newer versions changed. */
  'updates.changed': { answers, payload: updateState },
} as const satisfies WindowEvents
