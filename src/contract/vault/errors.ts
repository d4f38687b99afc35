import { z } from 'zod'
import { documentText, listOf, shortText } from '#values/bounds/bounded.ts'
import { type ErrorRules, ruleOf } from '#values/errors/error-rules.ts'

const subject = {
  kind: shortText,
  id: documentText,
  /** Its creator confirms it, whose vault is elsewhere. */
  by: z.literal('creator').optional(),
}

/** Errors about what the vault seals and signs, by the `rule` of their details. */
export const sealErrors = {
  /** Nothing proves who wrote it. */
  unconfirmed: ruleOf({ code: 'conflict', details: z.object(subject).partial() }),
  /** It is not as it was sealed. */
  seal: ruleOf({
    code: 'conflict',
    details: z.object({ ...subject, changed: listOf(shortText) }).partial(),
  }),
  /** The database of the studio may have been changed, or be an older copy. */
  backup_before: ruleOf({ code: 'conflict', details: z.object({}) }),
  /** The vault was asked to sign what its orders do not say. */
  not_ordered: ruleOf({ code: 'conflict', details: z.object({}) }),
} satisfies ErrorRules
