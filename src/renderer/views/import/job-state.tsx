import { CircleAlert, CircleCheck, CirclePause, CircleX, Clock, Play } from 'lucide-react'
import type { ImportJobView } from '#contract/imports/calls.ts'
import { text } from '#renderer/text/en.ts'
import { type Badge as BadgeLook, StatusBadge } from '#renderer/ui/status-badge.tsx'

const badges = {
  planned: { tone: 'plain', icon: Clock },
  running: { tone: 'accent', icon: Play },
  elsewhere: { tone: 'accent', icon: Play },
  paused: { tone: 'warn', icon: CirclePause },
  done: { tone: 'good', icon: CircleCheck },
  cancelled: { tone: 'plain', icon: CircleX },
  failed: { tone: 'bad', icon: CircleAlert },
} as const satisfies Record<string, BadgeLook>

type Badge = keyof typeof badges

const badgeOf = ({ state, isRunningHere }: ImportJobView): Badge => {
  if (isRunningHere) return 'running'
  return state === 'running' ? 'elsewhere' : state
}

export const JobBadge = ({ job }: { readonly job: ImportJobView }) => {
  const badge = badgeOf(job)
  return <StatusBadge {...badges[badge]}>{text.importing.states[badge]}</StatusBadge>
}
