import type { Plan } from '../plan/plan-types.ts'
import { reportCsv } from './report-csv.ts'
import { reportHtml, type ReportFacts } from './report-html.ts'

export const reportKinds = ['html', 'csv'] as const
export type ReportKind = (typeof reportKinds)[number]

/** By the ending of its name; undefined for any other. */
export const reportKindOf = (path: string): ReportKind | undefined => {
  const ending = /\.(?<ending>[^./\\]+)$/u.exec(path)?.groups?.['ending']?.toLowerCase()
  return ending === 'htm' ? 'html' : reportKinds.find((kind) => kind === ending)
}

/** A plan's issues, with the source of each rule and what to do. */
export const reportBytes = (kind: ReportKind, plan: Plan, facts: ReportFacts): Uint8Array =>
  new TextEncoder().encode(kind === 'html' ? reportHtml(plan, facts) : reportCsv(plan.issues))
