import type { ImportJobView } from '#contract/imports/calls.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { ImportRunOptions } from '#app/imports/run/session.ts'
import type { JobStatus } from '#app/imports/summary.ts'
import type { WindowHandlersOf } from '../services-deps.ts'
import type { ImportContext } from './import-context.ts'
import { jobAnswer } from './job-answer.ts'
import { runsAlready } from './runs.ts'

export type JobCalls =
  | 'imports.resume'
  | 'imports.pause'
  | 'imports.cancel'
  | 'imports.list'
  | 'imports.job'

/** Handlers of the calls about started imports. */
export const jobHandlers = ({
  app,
  runs,
  book,
  window,
}: ImportContext): Pick<WindowHandlersOf<'imports'>, JobCalls> => {
  const answer = (status: JobStatus, extent: 'listed' | 'single'): ImportJobView => {
    const { id } = status.job
    return jobAnswer(status, { isRunning: runs.isRunning(id), last: book.last(id) }, extent)
  }
  return {
    'imports.resume': async ({ job, acceptsLocalImages }) => {
      requireResumable(book.status(job), runs.isRunning(job))
      const resume = (options: ImportRunOptions) =>
        app.imports.resume(job, { ...options, acceptsLocalImages, window })
      return { job: await runs.start(resume, job) }
    },
    'imports.pause': async ({ job }) => {
      const { runningPid } = book.status(job)
      if (!runs.isRunning(job) && runningPid !== null) throw runsElsewhere(job, runningPid)
      await runs.stop(job)
      return null
    },
    'imports.cancel': async ({ job }) => {
      book.status(job)
      await app.imports.cancel(job)
      // The engine has stopped it; the event of its end follows.
      await runs.stop(job)
      await book.releaseCopyOf(job)
      return answer(book.status(job), 'single')
    },
    'imports.list': () => app.imports.list().map((status) => answer(status, 'listed')),
    'imports.job': ({ job }) => answer(book.status(job), 'single'),
  }
}

export const requireResumable = (
  { job, state, runningPid }: JobStatus,
  isRunning: boolean,
): void => {
  if (isRunning) throw runsAlready(job.id)
  if (runningPid !== null) throw runsElsewhere(job.id, runningPid)
  if (state === 'cancelled')
    throw new ColdpressError(
      'conflict',
      'This import was cancelled. Open its folder again to start again: tokens that are in the collection already are left as they are.',
      { details: { job: job.id } },
    )
}

const runsElsewhere = (job: string, pid: number): ColdpressError =>
  new ColdpressError(
    'conflict',
    `This import is being run by process ${pid}, not by this window. Stop it there.`,
    { details: { job, pid } },
  )
