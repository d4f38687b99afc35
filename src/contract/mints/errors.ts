import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { type ErrorRules, plainRule, ruleOf } from '#values/errors/error-rules.ts'

const images = z.object({ images: z.int() })

/** Errors before tokens are minted or sold, by the `rule` of their details. Each can be accepted. */
export const mintingErrors = {
  /** So many images exist on this computer only. */
  images_only_here: ruleOf({ code: 'conflict', details: images }),
  /** So many images could not be fetched through a gateway. */
  images_not_fetched: ruleOf({ code: 'conflict', details: images }),
  /** The first mint of a collection on mainnet was not rehearsed. */
  rehearsal: plainRule('conflict'),
} satisfies ErrorRules

/** Errors about mints that wait for signatures, by the `rule` of their details. */
export const heldMintErrors = {
  /** It could not be cancelled after something else failed. */
  still_held: ruleOf({ code: 'incomplete', details: z.object({ mint: shortText }) }),
  /** Its time ended; `mint` is the one in its place. */
  stale: ruleOf({ code: 'conflict', details: z.object({ mint: shortText }) }),
} satisfies ErrorRules
