import { Button } from '@mantine/core'
import ui from './parts.module.css'
import { TimedProgressBar, type TimedProgressProps } from './timed-progress.tsx'

/** How far a job is, and a button that stops it. */
export const JobProgress = ({
  stop,
  stopLabel,
  onStop,
  ...progress
}: TimedProgressProps & {
  readonly stop: string
  /** For a screen reader, where the word on the button does not say what it stops. */
  readonly stopLabel?: string
  readonly onStop: () => void
}) => (
  <div className={ui['stack']}>
    <TimedProgressBar {...progress} />
    <div>
      <Button variant="default" size="xs" aria-label={stopLabel} onClick={onStop}>
        {stop}
      </Button>
    </div>
  </div>
)
