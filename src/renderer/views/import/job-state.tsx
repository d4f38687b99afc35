import { CircleAlert, CircleCheck, CirclePause, CircleX, Clock, Play } from 'lucide-react'
import type { ImportJobFacts } from '#shared/calls/imports.ts'
import { text } from '#renderer/text/en.ts'
import { StatusBadge, type Tone } from '#renderer/ui/status-badge.tsx'

const badges = {
  planned: { tone: 'plain', Icon: Clock },
  running: { tone: 'accent', Icon: Play },
  elsewhere: { tone: 'accent', Icon: Play },
  paused: { tone: 'warn', Icon: CirclePause },
  done: { tone: 'good', Icon: CircleCheck },
  cancelled: { tone: 'plain', Icon: CircleX },
  failed: { tone: 'bad', Icon: CircleAlert },
} as const satisfies Record<string, { tone: Tone; Icon: unknown }>

type Badge = keyof typeof badges

const badgeOf = ({ state, isRunningHere }: ImportJobFacts): Badge => {
  if (isRunningHere) return 'running'
  return state === 'running' ? 'elsewhere' : state
}

export const JobState = ({ job }: { readonly job: ImportJobFacts }) => {
  const badge = badgeOf(job)
  const { tone, Icon } = badges[badge]
  return (
    <StatusBadge tone={tone} icon={<Icon size={12} aria-hidden />}>
      {text.importing.states[badge]}
    </StatusBadge>
  )
}
