import { z } from 'zod'
import type { WindowCalls } from '../window/call.ts'
import { longText, shortText } from '#values/bounds/bounded.ts'

/** Of files beside a token's image. */
export const workCalls = {
  /** Bytes of the work on this computer; null: it is not here. */
  'works.size': { reads: true, input: z.object({ cid: shortText }), output: z.int().nullable() },
  /**
   * Writes a copy of the work to a path that the user picks, under a name that ends as its type
   * does. Null when the user cancels.
   */
  'works.save': {
    changes: [],
    input: z.object({ cid: shortText, name: longText, mediaType: shortText }),
    output: longText.nullable(),
  },
} as const satisfies WindowCalls
