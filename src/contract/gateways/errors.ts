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
  /** It has not this ability; another gateway of the network may have it. */
  gateway_lacks: ruleOf({
    code: 'not_implemented',
    details: z.object({ ability: shortText, pattern: shortText.optional() }),
  }),
  /** An input is spent, perhaps by the transaction itself, which another gateway was sent. */
  perhaps_sent: ruleOf({
    code: 'service_error',
    details: z.object({ operation: longText, txId: shortText, mayHaveArrived: z.literal(true) }),
  }),
  /** Its newest block is older than one that another gateway showed. */
  gateway_behind: ruleOf({
    code: 'service_error',
    details: z.object({ height: z.int(), known: z.int() }),
  }),
  /** Kupo's index and Ogmios' chain are not at one block. */
  index_behind: ruleOf({ code: 'service_error', details: z.object({ operation: longText }) }),
} satisfies ErrorRules
