import { ChevronDown, ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import type { ImportDraft } from '#contract/imports/draft-view.ts'
import { numberText } from '#values/text/format.ts'
import { text } from '#renderer/text/en.ts'
import styles from './check.module.css'
import { useIssueFilter } from '#renderer/stores/issue-filter.ts'
import { Toolbar } from '#renderer/ui/toolbar.tsx'
import { SeverityShape } from './severity-mark.tsx'

const words = text.importing.draft.issues

type Group = ImportDraft['rules'][number]

/** The number of issues of each rule; a click shows only those. Notes are folded. */
export const RuleList = ({ draft }: { readonly draft: ImportDraft }) => {
  const { rule, showsNotes, pickRule, toggleNotes } = useIssueFilter()
  const notable = draft.rules.filter(({ severity }) => severity !== 'info')
  const notes = draft.rules.filter(({ severity }) => severity === 'info')
  const isGone = rule !== null && !draft.rules.some((candidate) => candidate.rule === rule)
  useEffect(() => {
    // The last issue of the rule was fixed: show the others.
    if (isGone) pickRule(null)
  }, [isGone, pickRule])
  const Chevron = showsNotes ? ChevronDown : ChevronRight
  return (
    <Toolbar isVertical label={words.rules} className={styles['rules']}>
      <button
        type="button"
        className={styles['rule']}
        aria-pressed={rule === null}
        onClick={() => pickRule(null)}
      >
        <span className={styles['ruleName']}>{words.allRules}</span>
        <span>{numberText(sumOf(showsNotes ? draft.rules : notable))}</span>
      </button>
      {notable.map((group) => (
        <RuleButton key={group.rule} group={group} />
      ))}
      {notes.length > 0 && (
        <button
          type="button"
          className={styles['rule']}
          aria-expanded={showsNotes}
          onClick={toggleNotes}
        >
          <Chevron size={14} aria-hidden />
          <span className={styles['ruleName']}>{words.notes}</span>
          <span>{numberText(sumOf(notes))}</span>
        </button>
      )}
      {showsNotes && notes.map((group) => <RuleButton key={group.rule} group={group} />)}
    </Toolbar>
  )
}

const sumOf = (groups: readonly Group[]): number =>
  groups.reduce((sum, { count }) => sum + count, 0)

const RuleButton = ({ group: { rule, severity, count } }: { readonly group: Group }) => {
  const { rule: picked, pickRule } = useIssueFilter()
  const name = words.ruleName(rule)
  return (
    <button
      type="button"
      className={styles['rule']}
      aria-pressed={picked === rule}
      title={name}
      onClick={() => pickRule(rule)}
    >
      <SeverityShape severity={severity} />
      <span className={styles['ruleName']}>{name}</span>
      <span>{numberText(count)}</span>
    </button>
  )
}
