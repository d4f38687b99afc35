import {
  CircleAlert,
  CircleCheck,
  CirclePause,
  CircleX,
  Clock,
  Play,
  TriangleAlert,
} from 'lucide-react'
import type { ImportJobView } from '#contract/imports/calls.ts'
import { text } from '#renderer/text/en.ts'
import { type Badge as BadgeLook, StatusBadge } from '#renderer/ui/status-badge.tsx'
import { Progress, Tooltip } from '@mantine/core'
import { numberText } from '#values/text/format.ts'
import { useJobs, useStages } from '#renderer/data/imports.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import styles from './import.module.css'
import { overallOf } from './run/overall.ts'
import ui from '#renderer/ui/parts.module.css'

const badges = {
  planned: { tone: 'plain', icon: Clock },
  running: { tone: 'accent', icon: Play },
  elsewhere: { tone: 'accent', icon: Play },
  paused: { tone: 'warn', icon: CirclePause },
  done: { tone: 'good', icon: CircleCheck },
  incomplete: { tone: 'warn', icon: TriangleAlert },
  cancelled: { tone: 'plain', icon: CircleX },
  failed: { tone: 'bad', icon: CircleAlert },
} as const satisfies Record<string, BadgeLook>

type Badge = keyof typeof badges

/** Rows that were left out make no success. */
const badgeOf = ({ state, isRunningHere, skippedRows }: ImportJobView): Badge => {
  if (isRunningHere) return 'running'
  if (state === 'done' && skippedRows > 0) return 'incomplete'
  return state === 'running' ? 'elsewhere' : state
}

export const JobBadge = ({ job }: { readonly job: ImportJobView }) => {
  const badge = badgeOf(job)
  return <StatusBadge {...badges[badge]}>{text.importing.states[badge]}</StatusBadge>
}

const words = text.importing.line

/** The running import in the sidebar: the run goes on wherever the user looks. */
export const ImportStatus = () => {
  const [running, ...others] = useJobs().filter(({ isRunningHere }) => isRunningHere)
  // Whole numbers: most of the ten events a second change none.
  const shown = useStages(running?.id ?? '', (stages) => {
    const { done, total, percent } = overallOf(stages)
    return { done, total, percent }
  })
  const go = useNavigation((store) => store.go)
  if (running === undefined) return null
  const { done, total, percent } = shown ?? overallOf([])
  return (
    <section aria-label={words.label}>
      <Tooltip label={words.hint}>
        <button
          type="button"
          className={styles['line']}
          onClick={() => go({ view: 'import', job: running.id })}
        >
          <span>{words.text(numberText(done), numberText(total))}</span>
          {others.length > 0 && <span className={ui['soft']}>{words.more(others.length)}</span>}
          <Progress value={percent} size="sm" aria-hidden />
        </button>
      </Tooltip>
    </section>
  )
}
