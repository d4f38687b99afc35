import type { Plan } from '../plan/plan-types.ts'
import { type ReportContent, reportHtml } from './report-html.ts'
import { csvLine } from '#values/text/csv-line.ts'
import { importRules } from '#contract/imports/import-rules.ts'
import type { Issue } from '../table/issues.ts'

export const reportKinds = ['html', 'csv'] as const
export type ReportKind = (typeof reportKinds)[number]

/** By the ending of its name; undefined for any other. */
export const reportKindOf = (path: string): ReportKind | undefined => {
  const ending = /\.(?<ending>[^./\\]+)$/u.exec(path)?.groups?.['ending']?.toLowerCase()
  return ending === 'htm' ? 'html' : reportKinds.find((kind) => kind === ending)
}

/** A plan's issues, with the source of each rule and what to do. */
export const reportBytes = (
  kind: ReportKind,
  plan: Plan,
  reportContent: ReportContent,
): Uint8Array =>
  new TextEncoder().encode(
    kind === 'html' ? reportHtml(plan, reportContent) : reportCsv(plan.issues),
  )

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
