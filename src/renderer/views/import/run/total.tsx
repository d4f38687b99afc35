import { Box, Group, Progress } from '@mantine/core'
import type { ImportJobView } from '#contract/imports/calls.ts'
import { durationText } from '#values/text/format.ts'
import { useStages } from '#renderer/data/imports.ts'
import { text } from '#renderer/text/en.ts'
import { JobBadge } from '../job-state.tsx'
import { isJobOver, type Overall, overallOf } from './overall.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.importing.run

/** The run as one bar and when it will be over; of an ended run what happened, in one line. */
export const Total = ({
  job,
  name,
}: {
  readonly job: ImportJobView
  /** The collection's. */
  readonly name: string
}) =>
  job.isRunningHere ? (
    <Running job={job} />
  ) : (
    <div className={ui['tight']}>
      <Group gap="sm" wrap="nowrap">
        <JobBadge job={job} />
        <span role="status">
          {endText(job, name)} {job.skippedRows > 0 && `${words.ends.skipped(job.skippedRows)} `}
          {job.seconds !== null && words.ends.took(job.seconds, durationText(job.seconds))}
        </span>
      </Group>
      {!isJobOver(job) && (
        <Bar percent={share(job.added, job.total)} failed={share(job.failed, job.total)} />
      )}
    </div>
  )

/** Its count, share, rate and the time left, which all count tokens. */
const Running = ({ job }: { readonly job: ImportJobView }) => {
  const running = useStages(job.id, overallOf)
  const { done, total, percent } = running ?? { done: job.added, total: job.total, percent: 0 }
  return (
    <div className={ui['tight']}>
      <Group gap="sm" wrap="nowrap">
        <JobBadge job={job} />
        <span className={ui['number']}>
          {(job.purpose === 'change' ? words.change : words).overallText(done, total)}
        </span>
        <Box component="span" ms="auto" className={ui['number']}>
          {percent}%
        </Box>
      </Group>
      <Bar percent={percent} />
      <div className={`${ui['soft']} ${ui['number']}`}>
        {running === undefined ? words.preparing : paceText(running)}
      </div>
    </div>
  )
}

const paceText = ({ rate, secondsLeft }: Overall): string =>
  [...(rate > 0 ? [words.rate(rate)] : []), words.left(secondsLeft)].join(' · ')

const Bar = ({
  percent,
  failed = 0,
}: {
  readonly percent: number
  /** The part that failed. */
  readonly failed?: number
}) => (
  <Progress.Root size="lg">
    <Progress.Section value={percent} aria-label={words.overall} />
    {failed > 0 && <Progress.Section value={failed} color="red" aria-label={words.failedShare} />}
  </Progress.Root>
)

const endText = (
  { purpose, state, added, total, failed, skippedRows }: ImportJobView,
  name: string,
): string => {
  const isChange = purpose === 'change'
  switch (state) {
    case 'done':
      return isChange ? words.change.done(total) : words.ends.done(total, name, skippedRows)
    case 'failed':
      return (isChange ? words.change : words.ends).failed(added, failed)
    case 'paused':
      return words.ends.paused(added, total)
    case 'planned':
      return words.ends.planned
    case 'cancelled':
      return (isChange ? words.change : words.ends).cancelled(added)
    case 'running':
      return words.ends.elsewhere
    default:
      return state satisfies never
  }
}

const share = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.floor((part * 100) / whole)
