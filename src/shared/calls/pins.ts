import { z } from 'zod'
import { listOf, longText, shortText } from '../bounded.ts'
import { pinTarget } from './facts.ts'
import { secretText } from './secret-text.ts'

export const pinCalls = {
  'pins.list': { input: z.null(), output: listOf(pinTarget) },
  'pins.use': {
    secret: true,
    input: z.object({ name: longText, url: shortText, token: secretText.nullable() }),
    output: pinTarget,
  },
  /** Null when it answers and takes our credentials; else it fails with the reason. */
  'pins.test': { input: z.object({ name: longText }), output: z.null() },
} as const
