import { z } from 'zod'
import { listOf, shortText } from '#values/bounds/bounded.ts'
import { type ErrorRules, plainRule, ruleOf } from '#values/errors/error-rules.ts'

/** Errors about newer versions, by the `rule` of their details. */
export const updateErrors = {
  download_running: plainRule('busy'),
  release_format: plainRule('corrupt'),
  /** `keys`: those that signed it. */
  release_signature: ruleOf({ code: 'corrupt', details: z.object({ keys: listOf(shortText) }) }),
  release_hash: ruleOf({ code: 'corrupt', details: z.object({ file: shortText }) }),
} satisfies ErrorRules
