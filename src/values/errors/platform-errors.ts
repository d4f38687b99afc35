import { z } from 'zod'
import { longText, shortText } from '../bounds/bounded.ts'
import { type ErrorRules, plainRule, ruleOf } from './error-rules.ts'

const file = longText

/** Errors of disk, databases, network and processes, by the `rule` of their details. */
export const platformErrors = {
  /** Part of an address of a service. */
  id: plainRule('invalid'),
  url: plainRule('invalid'),
  /** An address must not carry a secret. */
  credentials: plainRule('invalid'),
  https: plainRule('invalid'),
  /** Secrets that no header can carry. */
  api_key: plainRule('invalid'),
  project_id: plainRule('invalid'),
  access_token: plainRule('invalid'),
  access_key: plainRule('invalid'),
  secret_through_proxy: plainRule('invalid'),
  /** The environment variable names a proxy that cannot be used. */
  proxy: ruleOf({ code: 'invalid', details: z.object({ variable: shortText }) }),
  redirect: plainRule('service_error'),
  /** Coldpress was started offline. */
  offline: plainRule('unreachable'),
  /** A drive has not answered. */
  drive_silent: ruleOf({ code: 'timeout', details: z.object({ path: file }) }),
  /** `system`: the code of the operating system. */
  drive_fault: ruleOf({
    code: 'invalid',
    details: z.object({ path: file, system: shortText.optional() }),
  }),
  file_exists: plainRule('conflict'),
  /** The data folder was moved to another computer. */
  moved: plainRule('conflict'),
  damaged: plainRule('corrupt'),
  database_lost: ruleOf({ code: 'corrupt', details: z.object({ file, database: shortText }) }),
  moved_away: ruleOf({ code: 'corrupt', details: z.object({ file }) }),
  /** A newer version wrote it; other details name the steps of its tables. */
  too_new: ruleOf({ code: 'corrupt', details: z.looseObject({ file }) }),
  /** The process that reads images cannot be started. */
  image_process: ruleOf({ code: 'internal', details: z.object({ reason: longText }) }),
} satisfies ErrorRules
