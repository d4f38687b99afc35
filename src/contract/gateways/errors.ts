import { z } from 'zod'
import { longText, shortText } from '#values/bounds/bounded.ts'
import { type ErrorRules, ruleOf } from '#values/errors/error-rules.ts'

/** A call that was not sent, or refused; nothing is sent before `until` (ISO 8601). */
const stop = z.object({
  operation: longText,
  status: z.int(),
  until: shortText,
  reason: longText.optional(),
})

/** Errors of the gateways to a chain, by the `rule` of their details. */
export const gatewayErrors = {
  no_gateway: ruleOf({ code: 'not_found', details: z.object({ network: shortText }) }),
  calls_used_up: ruleOf({ code: 'rate_limited', details: stop }),
  banned: ruleOf({ code: 'rate_limited', details: stop }),
  busy: ruleOf({ code: 'rate_limited', details: stop }),
} satisfies ErrorRules
