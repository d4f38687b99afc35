import { z } from 'zod'
import { documentText, listOf, longText, shortText } from '../bounded.ts'
import { hexOf, utcTime } from './fields.ts'
import { scriptJson } from './script.ts'

/**
 * The policy of a collection request: `lock` and `lock_time` alone ask for a generated policy,
 * `policy_id`, `script` and `signing_keys` together import one (interface, "Create a collection").
 * A signing key is text in any form that studio.md lists, or a cardano-cli text envelope as an object.
 */
export const policyRequest = z.object({
  lock: z.boolean(),
  lock_time: utcTime.nullish(),
  policy_id: hexOf(28).optional(),
  script: scriptJson.optional(),
  signing_keys: listOf(
    z.union([
      longText,
      z.object({ type: shortText, description: longText.optional(), cborHex: documentText }),
    ]),
  ).optional(),
})
export type PolicyRequest = z.output<typeof policyRequest>

/** A policy without its keys. `lock_time` is null when the policy never locks. */
export const policy = z.object({
  lock: z.boolean(),
  lock_time: shortText.nullish(),
  policy_id: hexOf(28),
  script: scriptJson,
})
export type Policy = z.output<typeof policy>

/** The answer of the policy export: the one place in the interface where secrets travel. */
export const policyExport = policy.extend({ signing_keys: listOf(longText) })
