import { importRules, isIssueRule } from '#contract/imports/import-rules.ts'
import { text } from '#renderer/text/en.ts'
import ui from '#renderer/ui/parts.module.css'
import styles from './issues.module.css'
import { SeverityMark } from './severity-mark.tsx'

const words = text.importing.draft.issues

/** What a rule asks for, who asks, and what to do. */
export const RuleDetails = ({ rule }: { readonly rule: string }) => {
  if (!isIssueRule(rule)) return null
  const { severity, title, source, advice } = importRules[rule]
  return (
    <section className={styles['ruleDetails']} aria-label={words.ruleDetails}>
      <h2 className={styles['ruleTitle']}>
        <SeverityMark severity={severity} />
        {title}
      </h2>
      <p>
        <b>{words.advice}</b> {advice}
      </p>
      <p className={ui['small']}>
        {words.source} {source}
      </p>
    </section>
  )
}
