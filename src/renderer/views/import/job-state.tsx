import { CircleAlert, CircleCheck, CirclePause, CircleX, Clock, Play } from 'lucide-react'
import type { ImportJobFacts } from '../../../shared/calls/imports.ts'
import { text } from '../../text/en.ts'
import { State, type Tone } from '../../ui/state.tsx'

const looks = {
  planned: { tone: 'plain', Icon: Clock },
  running: { tone: 'accent', Icon: Play },
  elsewhere: { tone: 'accent', Icon: Play },
  paused: { tone: 'warn', Icon: CirclePause },
  done: { tone: 'good', Icon: CircleCheck },
  cancelled: { tone: 'plain', Icon: CircleX },
  failed: { tone: 'bad', Icon: CircleAlert },
} as const satisfies Record<string, { tone: Tone; Icon: unknown }>

type Look = keyof typeof looks

const lookOf = ({ state, isRunningHere }: ImportJobFacts): Look => {
  if (isRunningHere) return 'running'
  return state === 'running' ? 'elsewhere' : state
}

export const JobState = ({ job }: { readonly job: ImportJobFacts }) => {
  const look = lookOf(job)
  const { tone, Icon } = looks[look]
  return (
    <State tone={tone} icon={<Icon size={12} aria-hidden />}>
      {text.importing.states[look]}
    </State>
  )
}
