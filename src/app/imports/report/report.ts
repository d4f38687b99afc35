import { replaceFile } from '#platform/disk/durable-file.ts'
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

/**
 * Writes a plan's issues, with the source of each rule and what to do.
 * @param otherwise the kind where the ending of the name says none
 */
export const writeReport = async (
  path: string,
  plan: Plan,
  content: Omit<ReportContent, 'at'>,
  otherwise: ReportKind = 'html',
): Promise<void> => {
  const isHtml = (reportKindOf(path) ?? otherwise) === 'html'
  const text = isHtml ? reportHtml(plan, { ...content, at: new Date() }) : reportCsv(plan.issues)
  await replaceFile(path, new TextEncoder().encode(text))
}

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
