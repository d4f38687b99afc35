import { type ErrorRules, plainRule } from '#values/errors/error-rules.ts'

/** Errors about files that the window names, by the `rule` of their details. */
export const pickedFileErrors = {
  /** Main reads only what the user picked. */
  file_not_picked: plainRule('invalid'),
  file: plainRule('invalid'),
} satisfies ErrorRules
