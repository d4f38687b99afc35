import { countText, numberText } from '#values/text/format.ts'
import { printable } from '#values/text/printable.ts'
import type { IssueRule } from '#contract/imports/import-rules.ts'
import type { Issue } from '#app/imports/table/issues.ts'

/** Of one rule this many are shown; `--report FILE` writes all. */
const shownPerRule = 5

/** The sentence itself says where. */
const issueLine = ({ message, fix }: Issue): string =>
  printable(`  ${message}${fix === undefined ? '' : ` [${fix.label}]`}`)

/** Issues grouped by rule, errors first, as a person reads them. */
export const issuesText = (issues: readonly Issue[]): string => {
  const groups = Map.groupBy(issues, ({ rule }) => rule)
  const order = ['error', 'warning', 'info'] as const
  const rank = ([first]: readonly Issue[]): number =>
    first === undefined ? 0 : order.indexOf(first.severity)
  return [...groups]
    .toSorted(([, a], [, b]) => rank(a) - rank(b))
    .map(([rule, group]) => groupText(rule, group))
    .join('\n')
}

const groupText = (rule: IssueRule, group: readonly Issue[]): string => {
  const lines = group.slice(0, shownPerRule).map(issueLine)
  const rest = group.length - lines.length
  return [
    `${group[0]?.severity ?? 'info'} · ${rule.replaceAll('_', ' ')} · ${countText(group.length, 'time')}`,
    ...lines,
    ...(rest > 0 ? [`  … and ${numberText(rest)} more; --report FILE.csv writes all`] : []),
  ].join('\n')
}
