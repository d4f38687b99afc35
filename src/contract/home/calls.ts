import { z } from 'zod'
import type { WindowCalls, WindowEvents } from '../window/call.ts'
import { shortText } from '#values/bounds/bounded.ts'
import { requiredSecret } from '../window/secret-text.ts'

/** How far the data folder's backup, export or import is. */
export const homeProgress = z.object({
  what: z.enum(['backup', 'export', 'import']),
  bytes: z.number(),
  totalBytes: z.number(),
  secondsLeft: z.number().nullable(),
})
export type HomeProgress = z.output<typeof homeProgress>

const homeFile = {
  changes: [],
  secret: true,
  input: z.object({ passphrase: requiredSecret, images: z.boolean() }),
  output: z.object({ file: shortText, bytes: z.number() }).nullable(),
} as const

/** Backing up the data folder, and moving it to another computer (docs/adr/0022). */
export const homeCalls = {
  /** Null when the user chose no file. The data folder stays in use. */
  'home.backUp': homeFile,
  /** Null when the user chose no file. From then on the data folder is not used here. */
  'home.export': homeFile,
  /** The app opens the imported data folder a moment after the answer. */
  'home.import': {
    changes: [],
    secret: true,
    input: z.object({ file: shortText, passphrase: requiredSecret }),
    output: z.null(),
  },
  /** Stops the backup, export or import that runs; it ends with `cancelled`. */
  'home.stop': { changes: [], input: z.null(), output: z.null() },
  /** Opens the data folder again, to see that it moved. */
  'home.reopen': { changes: [], input: z.null(), output: z.null() },
} as const satisfies WindowCalls

export const homeEvents = {
  'home.progress': { changes: [], payload: homeProgress },
} as const satisfies WindowEvents
