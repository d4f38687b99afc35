import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { type ErrorRules, plainRule, ruleOf } from '#values/errors/error-rules.ts'

const keyHash = shortText

/** Errors about what is signed, and what carries it, by the `rule` of their details. */
export const signingErrors = {
  /** An error of the review is not accepted, or cannot be: the first, or all of them. */
  not_acknowledged: ruleOf({
    code: 'conflict',
    details: z.object({ code: shortText, txId: shortText, codes: shortText }).partial(),
  }),
  wrong_signature: ruleOf({ code: 'invalid', details: z.object({ keyHash }) }),
  /** A witness set where a transaction is needed. */
  witnesses_alone: plainRule('invalid'),
  /** More bytes than can cross by QR codes. */
  qr_size: ruleOf({ code: 'too_large', details: z.object({ limit: z.int() }) }),
  /** The codes carry another kind of file. */
  qr_kind: plainRule('invalid'),
  qr_integrity: plainRule('invalid'),
} satisfies ErrorRules
