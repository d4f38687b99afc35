import { z } from 'zod'
import { documentText, listOf, shortText } from '#values/bounds/bounded.ts'
import { type ErrorRules, plainRule, ruleOf } from '#values/errors/error-rules.ts'

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
  backup_before: plainRule('conflict'),
  /** The vault was asked to sign what its orders do not say. */
  not_ordered: plainRule('conflict'),
} satisfies ErrorRules

/** Errors about keys and phrases of the vault, by the `rule` of their details. */
export const keyErrors = {
  /** The vault of the creator, which is elsewhere, confirms it. */
  creator: plainRule('forbidden'),
  another_key: ruleOf({
    code: 'invalid',
    details: z.object({ wallet: shortText, index: z.int(), key_hash: shortText }),
  }),
  /** `positions` of the words of a phrase that were given otherwise, from 1. */
  words_differ: ruleOf({ code: 'invalid', details: z.object({ positions: listOf(z.int()) }) }),
  /** No phrase waits to be confirmed. */
  no_draft: plainRule('conflict'),
} satisfies ErrorRules
