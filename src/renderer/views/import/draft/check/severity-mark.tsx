import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { text } from '#renderer/text/en.ts'
import ui from '#renderer/ui/parts.module.css'
import { type Badge, StatusBadge } from '#renderer/ui/status-badge.tsx'
import type { IssueView } from '#contract/imports/draft-view.ts'

type Severity = IssueView['severity']

const badges = {
  error: { tone: 'bad', icon: CircleAlert },
  warning: { tone: 'warn', icon: TriangleAlert },
  info: { tone: 'plain', icon: Info },
} as const satisfies Record<Severity, Badge>

/** How grave an issue is: a word and a shape. */
export const SeverityMark = ({ severity }: { readonly severity: Severity }) => (
  <StatusBadge {...badges[severity]}>
    {text.importing.draft.issues.severities[severity]}
  </StatusBadge>
)

/** The shape alone, where room is short; the word is read out. */
export const SeverityShape = ({ severity }: { readonly severity: Severity }) => {
  const { tone, icon: Icon } = badges[severity]
  return (
    <>
      <Icon size={14} aria-hidden style={{ flex: 'none', color: `var(--${colours[tone]})` }} />
      <span className={ui['unseen']}>{text.importing.draft.issues.severities[severity]}</span>
    </>
  )
}

const colours = { bad: 'bad', warn: 'warn', plain: 'ink-soft' } as const
