import { z } from 'zod'
import { type ErrorRules, ruleOf } from '#values/errors/error-rules.ts'

const images = z.object({ images: z.int() })

/** Errors before tokens are minted or sold, by the `rule` of their details. Each can be accepted. */
export const mintingErrors = {
  /** So many images exist on this computer only. */
  images_only_here: ruleOf({ code: 'conflict', details: images }),
  /** So many images could not be fetched through a gateway. */
  images_not_fetched: ruleOf({ code: 'conflict', details: images }),
  /** The first mint of a collection on mainnet was not rehearsed. */
  rehearsal: ruleOf({ code: 'conflict', details: z.object({}) }),
} satisfies ErrorRules
