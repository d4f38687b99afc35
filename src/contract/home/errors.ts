import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { type ErrorRules, plainRule, ruleOf } from '#values/errors/error-rules.ts'
import { platformErrors } from '#values/errors/platform-errors.ts'

/** Errors about moving and copying a data folder, by the `rule` of their details. */
export const homeErrors = {
  home_in_use: plainRule('busy'),
  home_has_vault: plainRule('conflict'),
  /** Its parts must be files and folders of its own. */
  link: ruleOf({ code: 'conflict', details: z.object({ name: shortText }) }),
  not_whole: plainRule('conflict'),
  not_placed: plainRule('conflict'),
  file_exists: platformErrors.file_exists,
  backup_exists: plainRule('conflict'),
} satisfies ErrorRules

/** Why an exported file cannot be used, by the `rule` of the details. */
export const unusableFileErrors = {
  not_age: plainRule('invalid'),
  work_factor: plainRule('invalid'),
  damaged: plainRule('invalid'),
  format: plainRule('invalid'),
  version: plainRule('invalid'),
  contents: plainRule('invalid'),
} satisfies ErrorRules
