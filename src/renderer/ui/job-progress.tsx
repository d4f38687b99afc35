import { Button, Progress } from '@mantine/core'
import ui from './parts.module.css'

/** How far a job is, and a button that stops it. */
export const JobProgress = (props: {
  readonly done: number
  readonly total: number
  /** What is being done. */
  readonly label: string
  /** Counts, rate and time left. */
  readonly facts: readonly string[]
  readonly stop: string
  /** For a screen reader, where the word on the button does not say what it stops. */
  readonly stopLabel?: string
  readonly onStop: () => void
}) => {
  const { done, total, label, facts, stop, stopLabel, onStop } = props
  return (
    <div className={ui['stack']}>
      <div>
        <Progress value={total === 0 ? 0 : (done * 100) / total} aria-label={label} />
        <p className={ui['soft']} role="status">
          {facts.join(' · ')}
        </p>
      </div>
      <div>
        <Button variant="default" size="xs" aria-label={stopLabel} onClick={onStop}>
          {stop}
        </Button>
      </div>
    </div>
  )
}
