import { importErrors } from '#contract/imports/errors.ts'
import type { ImportJobView } from '#contract/imports/calls.ts'
import { tokenName } from '#contract/tokens/token.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import type { Imports } from './imports.ts'
import type { ImportRequest } from './inputs/inputs.ts'
import { alreadyRunning } from './journal/lease.ts'
import type { WindowImages } from './pipeline/preparation.ts'
import type { ImportProgress } from './run/progress.ts'
import type { ImportRunOptions } from './run/session.ts'
import type { JobStatus, Summary } from './summary.ts'
import type { WorkingCopies } from './working-copies.ts'

/** The end of a run: with a summary, or with an error that no single item caused. */
export type RunEnding = { readonly job: string } & (
  | { readonly summary: Summary }
  | { readonly error: unknown }
)

type StartOptions = Pick<ImportRunOptions, 'job' | 'skipsRehearsal'> & {
  /** How long it takes as estimated with a pace of 1. */
  readonly expectedSeconds: number
}

/** Imports that run in this process in the background, and all others as they are shown beside them. */
export interface BackgroundRuns {
  /**
   * @returns the job once it has started: planned without errors and stored.
   * @throws ColdpressError as `Imports.start`, with the number of errors alone
   */
  start(request: ImportRequest, options: StartOptions): Promise<string>
  /** Goes on with a job. @throws as start */
  resume(job: string, options: Pick<ImportRunOptions, 'acceptsLocalImages'>): Promise<string>
  isRunning(job: string): boolean
  /**
   * Stops the job's run, if there is one, and waits for its end; it can be resumed.
   * @throws ColdpressError `conflict` where another process runs it
   */
  pause(job: string): Promise<void>
  /** Ends a job for good. @throws as `Imports.cancel` */
  cancel(job: string): Promise<ImportJobView>
  show(job: string): ImportJobView
  list(): readonly ImportJobView[]
  count(): number
  /**
   * Estimated ratio of real to expected duration on this computer; 1 before the first import has
   * ended.
   */
  pace(): number
  /** Stops all runs, waits for their ends, and starts no others. */
  close(): Promise<void>
}

type Run = {
  job: string | undefined
  readonly expectedSeconds: number | undefined
  readonly stopper: AbortController
  /** Never rejects. */
  end: Promise<void>
}

/** Shorter runs say little about the next one. */
const minLearned = 5

export const createBackgroundRuns = (deps: {
  readonly imports: Pick<
    Imports,
    'start' | 'resume' | 'cancel' | 'status' | 'list' | 'requireResumable'
  >
  readonly copies: Pick<WorkingCopies, 'releaseOf'>
  readonly window: WindowImages
  readonly onProgress: (progress: ImportProgress) => void
  /** Called after the run has ended and is no longer counted. */
  readonly onEnd: (ending: RunEnding, view: ImportJobView) => void
  readonly onError: (error: unknown) => void
}): BackgroundRuns => {
  const { imports, copies, window } = deps
  const runs = new Set<Run>()
  const lastRuns = new Map<string, LastRun>()
  let isClosed = false
  let pace = 1
  const ofJob = (job: string) => [...runs].find((run) => run.job === job)
  const isRunning = (job: string) => ofJob(job) !== undefined
  const view = (status: JobStatus, extent: keyof typeof shown): ImportJobView => {
    const { id } = status.job
    return describeJob(status, { isRunning: isRunning(id), last: lastRuns.get(id) }, extent)
  }
  const show = (job: string) => view(imports.status(job), 'single')

  const learn = ({ expectedSeconds: guess = 0 }: Run, { seconds, added, total }: Summary): void => {
    // Cached images take no time; others will.
    if (guess >= minLearned && added === total) pace = Math.min(10, Math.max(0.5, seconds / guess))
  }

  /** Settles `started` at the first event, or with an error before it. */
  const follow = async (
    run: Run,
    work: (options: ImportRunOptions) => Promise<Summary>,
    started: PromiseWithResolvers<string>,
  ): Promise<void> => {
    let known: string | undefined
    let ending: { readonly summary: Summary } | { readonly error: unknown }
    try {
      const summary = await work({
        window,
        signal: run.stopper.signal,
        onProgress: (progress) => {
          known = run.job = progress.job
          started.resolve(progress.job)
          deps.onProgress(progress)
        },
      })
      known = summary.job
      const { notes, seconds, places, elsewhere } = summary
      lastRuns.set(known, { notes, seconds, places, elsewhere })
      learn(run, summary)
      ending = { summary }
    } catch (error) {
      started.reject(withoutIssues(error))
      ending = { error }
    }
    runs.delete(run)
    if (known === undefined) return
    const job = known
    started.resolve(job)
    try {
      await copies.releaseOf(job)
      deps.onEnd({ job, ...ending }, show(job))
    } catch (error) {
      deps.onError(error)
    }
  }

  const begin = (
    work: (options: ImportRunOptions) => Promise<Summary>,
    job?: string,
    expectedSeconds?: number,
  ): Promise<string> => {
    if (isClosed) throw new ColdpressError('cancelled', 'Coldpress is closing.')
    const stopper = new AbortController()
    const run: Run = { job, expectedSeconds, stopper, end: Promise.resolve() }
    const started = Promise.withResolvers<string>()
    runs.add(run)
    run.end = follow(run, work, started)
    return started.promise
  }

  const stop = async (job: string): Promise<void> => {
    const run = ofJob(job)
    run?.stopper.abort()
    await run?.end
  }

  /** @throws ColdpressError as `Imports.requireResumable`; a run here counts before it has its lease */
  const requireIdle = (job: string): void => {
    if (isRunning(job)) throw alreadyRunning(job)
    imports.requireResumable(job)
  }

  return {
    start: async (request, { expectedSeconds, ...options }) => {
      if (options.job !== undefined) requireIdle(options.job)
      const work = (own: ImportRunOptions) => imports.start(request, { ...options, ...own })
      return begin(work, options.job, expectedSeconds)
    },
    resume: async (job, options) => {
      requireIdle(job)
      return begin((own) => imports.resume(job, { ...options, ...own }), job)
    },
    isRunning,
    pause: async (job) => {
      const { runningPid: pid } = imports.status(job)
      if (!isRunning(job) && pid !== null)
        throw errorBy(
          importErrors,
          'import_running',
          { job, pid },
          `Import ${job} is being run by process ${pid}, not by this window. Stop it there.`,
        )
      await stop(job)
    },
    cancel: async (job) => {
      await imports.cancel(job)
      // The engine has stopped it; the event of its end follows.
      await stop(job)
      await copies.releaseOf(job)
      return show(job)
    },
    show,
    list: () => imports.list().map((status) => view(status, 'listed')),
    count: () => runs.size,
    pace: () => pace,
    close: async () => {
      isClosed = true
      for (const { stopper } of runs) stopper.abort()
      await Promise.all([...runs].map(({ end }) => end))
    },
  }
}

/** The details of a plan with errors hold all of its issues. */
const withoutIssues = (error: unknown): unknown => {
  if (!isColdpressError(error) || !Array.isArray(error.details['issues'])) return error
  const details = { errors: error.details['issues'].length }
  return new ColdpressError(error.code, error.message, { details, cause: error })
}

/** Details that only the process of the run has. */
type LastRun = Pick<Summary, 'notes' | 'seconds' | 'places' | 'elsewhere'>

/** `listed`: a row of the list; otherwise everything that the job's page shows. */
const shown = { listed: 5, single: 1_000 } as const

const describeJob = (
  { job, state, ...status }: JobStatus,
  here: { readonly isRunning: boolean; readonly last: LastRun | undefined },
  extent: keyof typeof shown,
): ImportJobView => ({
  id: job.id,
  state,
  isRunningHere: here.isRunning,
  accountId: job.account_id,
  collectionId: job.collection_id,
  folder: job.folder,
  total: status.total,
  added: status.added,
  failed: status.failed,
  left: status.left,
  reason: job.reason?.message ?? null,
  failures: status.failures.slice(0, shown[extent]).map(describeItem),
  skipped: status.skipped.slice(0, shown[extent]).map(({ row, message }) => ({ row, message })),
  skippedRows: status.skipped.length,
  notes: (here.last?.notes ?? []).slice(0, shown[extent]).map(describeItem),
  seconds: here.last?.seconds ?? null,
  places: [...(here.last?.places ?? [])],
  elsewhere: here.last?.elsewhere ?? { ipfs: 0, web: 0 },
  createdAt: job.created_at,
  updatedAt: job.updated_at,
})

const describeItem = (item: {
  readonly row: number
  readonly asset_name: string
  readonly name: string
  readonly message: string
}) => ({ row: item.row, name: tokenName(item), assetName: item.asset_name, message: item.message })
