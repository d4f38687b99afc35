import { useEffect } from 'react'
import type { ImportDraft } from '#contract/imports/draft-view.ts'
import { numberText } from '#values/text/format.ts'
import { text } from '#renderer/text/en.ts'
import styles from './issues.module.css'
import { useIssueFilter } from '#renderer/stores/issue-filter.ts'
import { Toolbar } from '#renderer/ui/toolbar.tsx'
import { SeverityShape } from './severity-mark.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.importing.draft.issues

/** The number of issues of each rule; a click shows only those. */
export const RuleList = ({ draft }: { readonly draft: ImportDraft }) => {
  const { severity, rule, pickRule } = useIssueFilter()
  const shown = draft.rules.filter(
    (candidate) => severity === null || candidate.severity === severity,
  )
  const isGone = rule !== null && !draft.rules.some((candidate) => candidate.rule === rule)
  useEffect(() => {
    // The last issue of the rule was fixed: show the others.
    if (isGone) pickRule(null)
  }, [isGone, pickRule])
  return (
    <Toolbar isVertical label={words.rules} className={styles['rules']}>
      <button
        type="button"
        className={styles['rule']}
        aria-pressed={rule === null}
        onClick={() => pickRule(null)}
      >
        <span className={styles['ruleName']}>{words.allRules}</span>
        <span>{numberText(shown.reduce((sum, group) => sum + group.count, 0))}</span>
      </button>
      {shown.map((group) => {
        const name = words.ruleName(group.rule)
        return (
          <button
            key={group.rule}
            type="button"
            className={styles['rule']}
            aria-pressed={rule === group.rule}
            title={name}
            onClick={() => pickRule(group.rule)}
          >
            <SeverityShape severity={group.severity} />
            <span className={ui['unseen']}>{words.severities[group.severity]}</span>
            <span className={styles['ruleName']}>{name}</span>
            <span>{numberText(group.count)}</span>
          </button>
        )
      })}
    </Toolbar>
  )
}
