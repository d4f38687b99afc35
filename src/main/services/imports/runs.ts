import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import type { ImportProgress } from '#app/imports/run/progress.ts'
import type { ImportRunOptions } from '#app/imports/run/session.ts'
import type { Summary } from '#app/imports/summary.ts'

/** The end of a run: with a summary, or with an error that no single item caused. */
export type RunEnding =
  | { readonly job: string; readonly summary: Summary }
  | { readonly job: string; readonly error: unknown }

/** Imports that run in this process in the background. */
export interface Runs {
  /**
   * Starts a run. `job`: the one to continue, if known; it counts as running at once.
   * @returns the job once it has started: planned without errors and stored.
   * @throws ColdpressError the reason against it, with a message for the window.
   */
  start(work: (options: ImportRunOptions) => Promise<Summary>, job?: string): Promise<string>
  isRunning(job: string): boolean
  /** Stops the job's run, if there is one, and waits for its end. */
  stop(job: string): Promise<void>
  count(): number
  /** Stops all runs, waits for their ends, and starts no others. */
  close(): Promise<void>
}

type Run = {
  job: string | undefined
  readonly stopper: AbortController
  /** Never rejects. */
  end: Promise<void>
}

export const createRuns = (report: {
  readonly progress: (progress: ImportProgress) => void
  /** Called after the run has ended and is no longer counted. */
  readonly ended: (ending: RunEnding) => Promise<void>
}): Runs => {
  const runs = new Set<Run>()
  let isClosed = false
  const ofJob = (job: string) => [...runs].find((run) => run.job === job)
  const isRunning = (job: string) => ofJob(job) !== undefined

  /** Settles `started` at the first event, or with an error before it. */
  const follow = async (
    run: Run,
    work: (options: ImportRunOptions) => Promise<Summary>,
    started: PromiseWithResolvers<string>,
  ): Promise<void> => {
    let known: string | undefined
    const ending = await work({
      signal: run.stopper.signal,
      onProgress: (progress) => {
        known = run.job = progress.job
        started.resolve(progress.job)
        report.progress(progress)
      },
    }).then(
      (summary) => ({ job: summary.job, summary }),
      (error: unknown) => ({ job: known, error }),
    )
    runs.delete(run)
    if (ending.job === undefined) {
      const error = 'error' in ending ? ending.error : undefined
      started.reject(forWindow(error, isRunning))
      return
    }
    started.resolve(ending.job)
    await report.ended({ ...ending, job: ending.job })
  }

  return {
    start: (work, job) => {
      if (isClosed) throw new ColdpressError('cancelled', 'Coldpress is closing.')
      const run: Run = { job, stopper: new AbortController(), end: Promise.resolve() }
      const started = Promise.withResolvers<string>()
      runs.add(run)
      run.end = follow(run, work, started)
      return started.promise
    },
    isRunning,
    stop: async (job) => {
      const run = ofJob(job)
      run?.stopper.abort()
      await run?.end
    },
    count: () => runs.size,
    close: async () => {
      isClosed = true
      for (const { stopper } of runs) stopper.abort()
      await Promise.all([...runs].map(({ end }) => end))
    },
  }
}

export const runsAlready = (job: string): ColdpressError =>
  new ColdpressError('conflict', 'This import is running already. See how far it is.', {
    details: { job },
  })

/** The engine's messages name commands of a terminal, and its details may contain every issue. */
const forWindow = (error: unknown, isRunning: (job: string) => boolean): unknown => {
  if (!isColdpressError(error)) return error
  const { issues, job } = error.details
  if (Array.isArray(issues))
    return new ColdpressError('invalid', error.message, {
      details: { errors: issues.length },
      cause: error,
    })
  if (error.code !== 'conflict' || typeof job !== 'string') return error
  if (isRunning(job)) return runsAlready(job)
  const message =
    'pid' in error.details
      ? 'This import is being run by another process. Wait for it, or stop it there.'
      : 'An unfinished import of this folder has other image settings or another place to pin at. Resume that one or cancel it first.'
  return new ColdpressError('conflict', message, { details: error.details, cause: error })
}
