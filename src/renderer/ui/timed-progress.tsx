import { Progress } from '@mantine/core'
import { durationText } from '#values/text/format.ts'
import { text } from '../text/en.ts'
import ui from './parts.module.css'

export type TimedProgressProps = {
  readonly done: number
  readonly total: number
  /** What is being done. */
  readonly label: string
  /** Counts and rate. */
  readonly details: readonly string[]
  /** Null: it cannot be told yet. */
  readonly secondsLeft: number | null
}

/** How far a job is, with the time left. */
export const TimedProgressBar = ({
  done,
  total,
  label,
  details,
  secondsLeft,
}: TimedProgressProps) => (
  <div>
    <Progress value={total === 0 ? 0 : (done * 100) / total} aria-label={label} />
    <p className={ui['soft']} role="status">
      {[
        ...details,
        ...(secondsLeft === null ? [] : [text.picking.left(durationText(secondsLeft))]),
      ].join(' · ')}
    </p>
  </div>
)
