import { csvLine } from '#values/text/csv-line.ts'
import { importRules } from '#contract/imports/import-rules.ts'
import type { Issue } from '../table/issues.ts'

const header = ['severity', 'rule', 'row', 'column', 'value', 'message', 'fix', 'source']

/** All issues as a table. */
export const reportCsv = (issues: readonly Issue[]): string =>
  [header, ...issues.map(cellsOf)].map(csvLine).join('')

const cellsOf = ({ severity, rule, row, column, value, message, fix }: Issue): string[] => [
  severity,
  rule,
  row === null ? '' : String(row),
  column ?? '',
  value ?? '',
  message,
  fix?.label ?? importRules[rule].advice,
  importRules[rule].source,
]
