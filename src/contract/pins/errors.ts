import { z } from 'zod'
import { listOf, longText, shortText } from '#values/bounds/bounded.ts'
import { type ErrorRules, plainRule, ruleOf } from '#values/errors/error-rules.ts'

const cid = shortText
/** Of a call to a service. */
const call = { operation: shortText, status: z.int(), reason: longText }

/** Errors about pinning files and adopting those of a policy, by the `rule` of their details. */
export const pinErrors = {
  no_pin_target: ruleOf({ code: 'not_found', details: z.object({ name: shortText }) }),
  /** The service keeps images on this computer. */
  service_keeps_here: plainRule('invalid'),
  /** Nobody can be asked who has a file. */
  nobody_to_ask: plainRule('invalid'),
  /** A CAR archive is given as a file to store. */
  car_archive: ruleOf({ code: 'invalid', details: z.object({ roots: listOf(shortText) }) }),
  tls: plainRule('unreachable'),
  bad_answer: ruleOf({ code: 'service_error', details: z.looseObject({ cid, ...call }).partial() }),
  foreign_address: ruleOf({
    code: 'service_error',
    details: z.object({ operation: shortText, status: z.int() }),
  }),
  foreign_cid: ruleOf({ code: 'service_error', details: z.object({ cid, given: longText }) }),
  unproved_place: ruleOf({
    code: 'service_error',
    details: z.object({ operation: shortText, status: z.int() }),
  }),
  not_pinned: ruleOf({
    code: 'service_error',
    details: z.object({ cid, ...z.object(call).partial().shape }),
  }),
  pin_queued: ruleOf({ code: 'rate_limited', details: z.object({ cid }) }),

  // What a gateway or a node sends.
  blocks_missing: ruleOf({ code: 'service_error', details: z.object({ cid }) }),
  other_bytes: ruleOf({ code: 'corrupt', details: z.object({ cid }) }),
  foreign_block: ruleOf({ code: 'invalid', details: z.object({ cid }) }),
  unfit_blocks: ruleOf({ code: 'invalid', details: z.object({ cid }) }),
  dag_too_large: ruleOf({ code: 'too_large', details: z.object({ cid }) }),
  no_unixfs: ruleOf({ code: 'invalid', details: z.object({ cid }) }),

  /** Nothing of the policy is left to adopt. */
  no_tokens: ruleOf({
    code: 'not_found',
    details: z.object({ policyId: shortText, network: shortText }),
  }),
} satisfies ErrorRules
