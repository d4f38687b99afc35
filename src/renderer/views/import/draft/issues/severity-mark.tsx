import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { text } from '#renderer/text/en.ts'
import { StatusBadge, type Tone } from '#renderer/ui/status-badge.tsx'
import type { Severity } from './filter.ts'

const badges = {
  error: { tone: 'bad', Icon: CircleAlert },
  warning: { tone: 'warn', Icon: TriangleAlert },
  info: { tone: 'plain', Icon: Info },
} as const satisfies Record<Severity, { tone: Tone; Icon: unknown }>

/** How grave an issue is: a word and a shape. */
export const SeverityMark = ({ severity }: { readonly severity: Severity }) => {
  const { tone, Icon } = badges[severity]
  return (
    <StatusBadge tone={tone} icon={<Icon size={12} aria-hidden />}>
      {text.importing.draft.issues.severities[severity]}
    </StatusBadge>
  )
}

/** The shape alone, where the word stands beside it. */
export const SeverityShape = ({ severity }: { readonly severity: Severity }) => {
  const { tone, Icon } = badges[severity]
  return <Icon size={14} aria-hidden style={{ flex: 'none', color: `var(--${colours[tone]})` }} />
}

const colours = { bad: 'bad', warn: 'warn', plain: 'ink-soft' } as const
