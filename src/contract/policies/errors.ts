import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { type ErrorRules, plainRule, ruleOf } from '#values/errors/error-rules.ts'

/** Errors about policies, their keys and their files, by the `rule` of their details. */
export const policyErrors = {
  /** It is none of this computer's. */
  policy_unknown: plainRule('not_found'),
  /** It cannot be the policy of the collection. */
  policy: plainRule('invalid'),
  typed_name: plainRule('invalid'),
  lock_time: plainRule('invalid'),
  /** Nothing is removed without a tested backup, or with a key that another policy needs. */
  not_tested: plainRule('conflict'),
  shared_key: plainRule('conflict'),
  /** A phrase for policy keys where a wallet of a studio is needed. */
  no_wallet: plainRule('invalid'),
  wallet_unknown: plainRule('not_found'),

  // Files of other tools, one by one.
  empty: plainRule('invalid'),
  unknown: plainRule('invalid'),
  depth: plainRule('invalid'),
  json: plainRule('invalid'),
  envelope: plainRule('invalid'),
  'text envelope': plainRule('invalid'),
  'hardware wallet file': plainRule('invalid'),
  encrypted: plainRule('invalid'),
  unreadable_key: plainRule('invalid'),
  zip: plainRule('invalid'),
  file: plainRule('invalid'),
  files: plainRule('invalid'),

  // A public policy file.
  version: plainRule('invalid'),
  fields: plainRule('invalid'),
  network: plainRule('invalid'),
  script: plainRule('invalid'),

  // Files that do not belong together.
  policy_id: ruleOf({
    code: 'invalid',
    details: z.object({ stated: shortText, computed: shortText }).partial(),
  }),
  two_scripts: plainRule('invalid'),
  script_missing: plainRule('invalid'),
  contradiction: plainRule('invalid'),
  key_pair: plainRule('invalid'),
  foreign_key: plainRule('invalid'),
  keys_missing: plainRule('invalid'),
} satisfies ErrorRules
