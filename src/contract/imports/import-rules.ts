import { attributeRules } from './import-rules/attribute-rules.ts'
import { fieldRules } from './import-rules/field-rules.ts'
import { imageRules } from './import-rules/image-rules.ts'
import { tableRules } from './import-rules/table-rules.ts'

export type { Severity } from './import-rules/rule.ts'

/** What the fix of an issue does to the table. */
export const fixKinds = [
  'trim',
  'rename',
  'pick_file',
  'set_value',
  'shorten',
  'remove_row',
  'fit_row',
  'join_row',
] as const
export type FixKind = (typeof fixKinds)[number]

/** Every rule that an import checks, in the order in which a report lists them. */
export const importRules = { ...tableRules, ...fieldRules, ...imageRules, ...attributeRules }

export type IssueRule = keyof typeof importRules

export const isIssueRule = (rule: string): rule is IssueRule => Object.hasOwn(importRules, rule)
