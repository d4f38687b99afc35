import { z } from 'zod'
import { filled, listOf, longText, shortText } from '../bounded.ts'
import { providerFacts, providerSettings } from '../providers.ts'
import { pinTarget } from './facts.ts'
import { secretText } from './secret-text.ts'

export const pinCalls = {
  'pins.list': { input: z.null(), output: listOf(pinTarget) },
  /** The kinds that can be set up. */
  'pins.providers': { input: z.null(), output: listOf(providerFacts) },
  /** Where an image is, as the places last answered. */
  'pins.heldAt': {
    input: z.object({ cid: shortText }),
    output: z.object({
      isHere: z.boolean(),
      places: listOf(z.object({ name: longText, answeredAt: shortText })),
    }),
  },
  'pins.use': {
    secret: true,
    input: z.object({
      name: filled(longText),
      kind: longText,
      settings: providerSettings,
      secret: secretText.nullable(),
    }),
    output: pinTarget,
  },
  /**
   * Succeeds when the target answers and accepts our credentials; otherwise fails with the reason.
   */
  'pins.test': { input: z.object({ name: longText }), output: z.null() },
} as const
