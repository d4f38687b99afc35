import { z } from 'zod'
import { type ErrorRules, plainRule, ruleOf } from '#values/errors/error-rules.ts'

/** Why a file cannot be used as a backup, by the `rule` of the details. */
export const noBackupErrors = {
  too_large: plainRule('invalid'),
  not_age: plainRule('invalid'),
  no_passphrase: plainRule('invalid'),
  work_factor: plainRule('invalid'),
  damaged: plainRule('invalid'),
  /** `inside`: whose backup it is, where it is one of Coldpress. */
  format: ruleOf({
    code: 'invalid',
    details: z.object({ inside: z.enum(['policy', 'wallet']).optional() }),
  }),
  version: plainRule('invalid'),
  contents: plainRule('invalid'),
  policy_id: plainRule('invalid'),
  foreign_key: plainRule('invalid'),
  wallet_id: plainRule('invalid'),
} satisfies ErrorRules

/** Errors about making a backup, by the `rule` of their details. */
export const backupErrors = {
  /** More codes than a page has room for. */
  paper: plainRule('too_large'),
} satisfies ErrorRules
