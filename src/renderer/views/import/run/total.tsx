import { Progress } from '@mantine/core'
import type { ImportJobFacts } from '#shared/calls/imports.ts'
import { useStages } from '#renderer/data/imports.ts'
import { text } from '#renderer/text/en.ts'
import styles from './run.module.css'
import { JobState } from '../job-state.tsx'
import { overallOf } from './overall.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.importing.run

/** The run as one bar, and when it will be over. */
export const Total = ({ job }: { readonly job: ImportJobFacts }) => {
  const running = useStages(job.id, overallOf)
  const isRunning = job.isRunningHere
  const done = isRunning && running !== undefined ? running.done : job.added
  const total = isRunning && running !== undefined ? running.total : job.total
  const percent = isRunning ? (running?.percent ?? 0) : share(job.added + job.failed, job.total)
  return (
    <div className={ui['tight']}>
      <div className={ui['endRow']}>
        <JobState job={job} />
        <span>{words.overallText(done, total)}</span>
        <span className={styles['totalTime']}>
          {isRunning && (running === undefined ? words.preparing : words.left(running.secondsLeft))}
        </span>
      </div>
      <Progress.Root size="lg">
        <Progress.Section value={percent} aria-label={words.overall} />
      </Progress.Root>
    </div>
  )
}

const share = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.floor((part * 100) / whole)
