import { adaText, countText, numberText, utcText } from '#values/text/format.ts'
import { importRules, type IssueRule } from '#contract/imports/import-rules.ts'
import { markup, type Markup } from '#values/text/markup.ts'
import { printable } from '#values/text/printable.ts'
import { selfContainedPage } from '#platform/html/self-contained-page.ts'
import { mintPackingOf, packingAssumptions } from '../estimate/mint-packing.ts'
import type { Plan } from '../plan/plan-types.ts'
import { countByRule, type Issue, type RuleCount } from '../table/issues.ts'
import { reportStyle } from './report-style.ts'

/** What a report says of an import besides its plan. */
export type ReportContent = {
  readonly folder: string
  /** How the folder was read, as a sentence. */
  readonly reason?: string | undefined
  readonly at: Date
}

/** Of one rule this many issues are shown, so that ten thousand rows stay readable; a CSV has all. */
export const examplesPerRule = 20

/** A plan's issues as one page that loads nothing and runs nothing, grouped by rule. */
export const reportHtml = (plan: Plan, reportContent: ReportContent): string => {
  const byRule = Map.groupBy(plan.issues, ({ rule }) => rule)
  const groups = countByRule(plan.issues)
  const content = markup`<main>
<header>
<p class="kicker">Preflight · ${utcText(reportContent.at)}</p>
<h1>${plain(plan.collectionName)}</h1>
<p class="verdict ${verdictOf(plan).severity}">${verdictOf(plan).sentence}</p>
</header>
${factList(plan, reportContent)}
${groups.length === 0 ? { markup: '' } : contents(groups)}
${groups.map((group) => ruleSection(group, byRule.get(group.rule) ?? []))}
${passedRules(byRule)}
</main>`
  return selfContainedPage({
    title: `Preflight of ${plain(plan.collectionName)}`,
    style: reportStyle,
    content,
  })
}

/** Text of a table without what would change how the rest of the page reads. */
const plain = (text: string): string => printable(text)

const verdictOf = ({ counts }: Plan): { severity: Issue['severity']; sentence: string } => {
  const { errors, warnings } = counts
  if (errors > 0)
    return {
      severity: 'error',
      sentence: `Not ready: ${countText(errors, 'error')} and ${countText(warnings, 'warning')}. Rows with errors are not imported.`,
    }
  if (warnings > 0)
    return {
      severity: 'warning',
      sentence: `Ready, with ${countText(warnings, 'warning')}. Some wallets or explorers may show these tokens differently.`,
    }
  return { severity: 'info', sentence: 'Ready: no errors and no warnings.' }
}

const factList = (plan: Plan, reportContent: ReportContent): Markup => {
  const { rows, new: fresh, done, compare } = plan.counts
  const { transactions, fees, withTokens, lovelace } = mintPackingOf(plan)
  const cost =
    fresh === 0
      ? []
      : [
          ['Minting them later', `about ${countText(transactions, 'transaction')}`],
          ['Fees', adaText(fees, 'ADA')],
          ['Minimum ADA with the tokens', adaText(withTokens, 'ADA')],
          ['Together', adaText(lovelace, 'ADA')],
        ]
  const entries: readonly (readonly string[])[] = [
    ['Folder', plain(reportContent.folder)],
    ...(reportContent.reason === undefined ? [] : [['Read as', plain(reportContent.reason)]]),
    ['Rows', numberText(rows)],
    ['New tokens', numberText(fresh)],
    ...(done + compare === 0 ? [] : [['Already in the collection', numberText(done + compare)]]),
    ...cost,
  ]
  return markup`<dl>${entries.map(
    ([name = '', value = '']) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl>
${fresh === 0 ? { markup: '' } : markup`<p class="source">${packingAssumptions(plan)}</p>`}`
}

const severityNames = { error: 'Error', warning: 'Warning', info: 'Note' } as const

const contents = (groups: readonly RuleCount[]): Markup => markup`<nav aria-label="Rules">
<h2>Found</h2>
<table class="contents">
<thead><tr><th scope="col">Severity</th><th scope="col">Rule</th><th scope="col" class="number">Times</th></tr></thead>
<tbody>
${groups.map(
  ({ rule, severity, count }) => markup`<tr><td>${badge(severity)}</td>
<td><a href="#${rule}">${importRules[rule].title}</a></td><td class="number">${numberText(count)}</td></tr>
`,
)}</tbody>
</table>
</nav>`

const badge = (severity: Issue['severity']): Markup =>
  markup`<span class="badge ${severity}">${severityNames[severity]}</span>`

const ruleSection = ({ rule, severity, count }: RuleCount, issues: readonly Issue[]): Markup => {
  const { title, source, advice } = importRules[rule]
  const rest = count - examplesPerRule
  return markup`<section id="${rule}" aria-labelledby="${rule}-title">
<h2 id="${rule}-title">${badge(severity)} ${title} <span class="count">${countText(count, 'time')}</span></h2>
<p><b>What to do:</b> ${advice}</p>
<p class="source">Source: ${source}. Rule: <code>${rule}</code></p>
<div class="scroll" tabindex="0" role="group" aria-label="${title}">
${issueTable(issues.slice(0, examplesPerRule))}
</div>
${rest > 0 ? markup`<p class="rest">… and ${numberText(rest)} more. A report as CSV lists all.</p>` : { markup: '' }}
</section>
`
}

type IssueColumn = {
  readonly title: string
  readonly style: '' | 'number'
  readonly of: (issue: Issue) => string
}

const issueColumns: readonly IssueColumn[] = [
  { title: 'Row', style: 'number', of: ({ row }) => (row === null ? '' : numberText(row)) },
  { title: 'Column', style: '', of: ({ column }) => plain(column ?? '') },
  { title: 'Found', style: '', of: ({ value }) => plain(value ?? '') },
  { title: 'What is wrong', style: '', of: ({ message }) => plain(message) },
  { title: 'Fix', style: '', of: ({ fix }) => plain(fix?.label ?? '') },
]

/** Without the columns that none of the issues fills. */
const issueTable = (issues: readonly Issue[]): Markup => {
  const columns = issueColumns.filter(({ of }) => issues.some((issue) => of(issue) !== ''))
  return markup`<table>
<thead><tr>${columns.map(({ title, style }) => markup`<th scope="col" class="${style}">${title}</th>`)}</tr></thead>
<tbody>
${issues.map(
  (issue) =>
    markup`<tr>${columns.map(({ style, of }) => markup`<td class="${style}">${of(issue)}</td>`)}</tr>
`,
)}</tbody>
</table>`
}

/** The rules that no row breaks, so that a reader knows what was looked at. */
const passedRules = (found: ReadonlyMap<IssueRule, unknown>): Markup => {
  const passed = Object.entries(importRules).filter(
    ([rule, { severity }]) =>
      severity !== 'info' && ![...found.keys()].some((candidate) => candidate === rule),
  )
  return markup`<details>
<summary>${countText(passed.length, 'rule')} checked without a finding</summary>
<table>
<thead><tr><th scope="col">Severity</th><th scope="col">Rule</th><th scope="col">Source</th></tr></thead>
<tbody>
${passed.map(
  ([, { severity, title, source }]) =>
    markup`<tr><td>${badge(severity)}</td><td>${title}</td><td>${source}</td></tr>
`,
)}</tbody>
</table>
</details>`
}
