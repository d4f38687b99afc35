import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { limits } from '#values/bounds/limits.ts'
import { type ErrorRules, plainRule, ruleOf } from '#values/errors/error-rules.ts'
import { missingAdaText } from '#values/text/format.ts'

/** Lovelace as decimal text. */
const lovelace = shortText.regex(/^\d{1,17}$/u)
/** ISO 8601. */
const time = shortText

/** Errors about money and sales, by the `rule` of their details. */
export const saleErrors = {
  /** `missing` lovelace are needed at `address`, in one more output than it has now. */
  not_enough_ada: ruleOf({
    code: 'conflict',
    details: z.object({
      missing: lovelace,
      address: shortText.regex(/^[\da-zA-Z_]+$/u).max(limits.addressChars),
    }),
    text: ({ missing, address }) =>
      `funding: ${missingAdaText(BigInt(missing))}; send that much to ${address} and build again`,
    crossesHttp: true,
  }),
  /** What was paid cannot bear its own way back. */
  payment_too_small: ruleOf({
    code: 'conflict',
    details: z.object({ missing: lovelace }),
    text: ({ missing }) =>
      `refund: too little was paid to be sent back; with the fee, ${missingAdaText(BigInt(missing))} to the least that the ledger wants in an output. Pay the fee out of the collection's own payment address`,
  }),
  /** Nothing is reserved while the gateway is asked nothing. */
  calls_used_up: ruleOf({
    code: 'conflict',
    details: z.object({ cause: z.enum(['service', 'banned', 'budget']), until: time }),
  }),
  /** A payment of the sale was spent by a transaction of somebody else. */
  spent_elsewhere: ruleOf({ code: 'conflict', details: z.object({ txId: shortText }) }),
  /** A visitor has too many reservations that are not paid; the first of them ends at `until`. */
  open_reservations: ruleOf({
    code: 'rate_limited',
    details: z.object({ until: time.optional() }),
  }),
  /** A wallet on the payment page cannot pay; the sentence is for the buyer. */
  wallet_payment: plainRule('conflict'),
} satisfies ErrorRules
