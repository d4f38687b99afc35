import { z } from 'zod'
import { documentText, listOf, longText, shortText } from '#values/bounds/bounded.ts'
import { hexOf, utcTime } from '../fields.ts'
import { scriptJson } from './script.ts'
import { examplePolicy } from '../examples.ts'

/**
 * The policy of a collection request. `lock` and `lock_time` alone request a generated policy;
 * `policy_id`, `script` and `signing_keys` together import one. A signing key is text in one of the
 * accepted forms, or a cardano-cli text envelope as an object. The Local studio also imports a
 * policy whose signing keys are elsewhere, all of them or some.
 */
export const policyRequest = z.object({
  lock: z.boolean(),
  lock_time: utcTime
    .nullish()
    .describe('In the future. Required for a new policy that locks; null for one that does not.'),
  policy_id: hexOf(28).optional(),
  script: scriptJson.optional(),
  signing_keys: listOf(
    z.union([
      longText,
      z.object({ type: shortText, description: longText.optional(), cborHex: documentText }),
    ]),
  )
    .describe(
      'Extension of the Local studio: absent, empty or too few when the keys are elsewhere. Mints then wait for their signatures.',
    )
    .optional(),
})
export type PolicyRequest = z.output<typeof policyRequest>

/** What a change of a collection may say of its policy, which cannot change. */
export const statedPolicy = policyRequest.partial()
export type StatedPolicy = z.output<typeof statedPolicy>

/** A policy without its keys. `lock_time` is null when the policy never locks. */
export const policy = z
  .object({
    lock: z.boolean(),
    lock_time: shortText.nullish(),
    policy_id: hexOf(28),
    script: scriptJson,
  })
  .meta({ id: 'Policy', examples: [examplePolicy] })
export type Policy = z.output<typeof policy>

/** Response of the policy export, the only one in the interface that contains secrets. */
export const policyExport = policy
  .extend({
    signing_keys: listOf(longText).describe(
      'Extension of the Local studio: only the keys that came with the collection; [] for a watch-only policy.',
    ),
  })
  .meta({ id: 'PolicyExport', examples: [{ ...examplePolicy, signing_keys: ['ed25519_sk1…'] }] })
