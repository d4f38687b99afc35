import { type ErrorRecord, errorRecordOf } from '#values/errors/error-record.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { ContentStore } from '#media/content/store.ts'
import type { Database } from '#platform/db/database.ts'
import type { ImageProcess } from '#media/images/process.ts'
import type { ImportRequest, InputDeps, OpeningOptions, SourceInputs } from '../inputs/inputs.ts'
import { gatherFor } from '../inputs/gather-change.ts'
import type { Jobs } from '../journal/jobs.ts'
import type { ImportJob, ImportJobState } from '../journal/journal-schema.ts'
import { leaseTiming } from '../journal/lease.ts'
import type { WindowImages } from '../pipeline/preparation.ts'
import type { RetrySettings } from '../pipeline/retry-transient.ts'
import {
  continueJob,
  type CountImagesHere,
  jobToContinue,
  type MayStayLocal,
  type PreparedRun,
  type PriceDeps,
  type PriceOptions,
  startJob,
} from './prepare-run.ts'
import type { ImportProgress } from './progress.ts'
import type { Plan } from '../plan/plan-types.ts'
import { runImport, type RunEnd } from './run.ts'
import { type Summary, summarise } from '../summary.ts'

export type SessionDeps = InputDeps &
  PriceDeps & {
    readonly db: Database
    readonly store: ContentStore
    readonly images: () => ImageProcess
    readonly now: () => Date
    readonly retrySettings: RetrySettings
    readonly jobs: Jobs
    readonly mayStayLocal?: MayStayLocal
    readonly countImagesHere?: CountImagesHere
  }

export type ImportRunOptions = OpeningOptions &
  PriceOptions & {
    /** Of a job that goes on: the user accepts that its images exist on this computer only. */
    readonly acceptsLocalImages?: boolean | undefined
    /** Goes on with this job, from the table of the request. */
    readonly job?: string | undefined
    /** What the window has made of images already, and its thumbnails. */
    readonly window?: WindowImages | undefined
    /** Called with each image that the image process has begun to work on. */
    readonly onDecode?: () => void
    /** Called when images of an earlier import were found, which need no decoding. */
    readonly onRecalled?: () => void
    /** Stops the run within a few seconds; it can be resumed. */
    readonly signal?: AbortSignal | undefined
    /** Called with how the folder was read, and the columns that have another meaning as was chosen. */
    readonly onRead?: (sources: Pick<SourceInputs, 'source' | 'mapped'>) => void
    /** Called with the plan, or with why nothing can be done, before anything changes. */
    readonly onPlan?: (plan: Plan) => void
    readonly onProgress?: (progress: ImportProgress) => void
  }

/** Runs of imports in this process. */
export interface Sessions {
  /** Plans and runs; `given` is the job to go on with, else it is looked for. */
  run(request: ImportRequest, options: ImportRunOptions, given?: ImportJob): Promise<Summary>
  /** Ends the job's run in this process, if there is one, and waits for its end. */
  stop(job: string): Promise<void>
}

export const createSessions = (deps: SessionDeps): Sessions => {
  const running = new Map<string, { readonly stop: () => void; readonly end: Promise<unknown> }>()

  return {
    run: async (request, options, given) => {
      const startedAt = deps.now().getTime()
      const prepared = await prepare(deps, request, options, given).catch((error: unknown) => {
        throw options.signal?.aborted === true ? stoppedEarly() : error
      })
      const { id } = prepared.job
      const stopper = new AbortController()
      const end = runJob(deps, prepared, options, stopper)
      running.set(id, { stop: () => stopper.abort(cancelled()), end })
      try {
        const { tally, holdings, unpinned } = await end
        const seconds = (deps.now().getTime() - startedAt) / 1000
        const job = deps.jobs.get(id) ?? prepared.job
        return summarise(deps.db, job, { added: tally.added, seconds, holdings, unpinned })
      } finally {
        running.delete(id)
      }
    },
    stop: async (job) => {
      const current = running.get(job)
      current?.stop()
      await current?.end.catch(() => undefined)
    },
  }
}

const prepare = async (
  deps: SessionDeps,
  request: ImportRequest,
  {
    signal = new AbortController().signal,
    onOpened,
    onRead,
    onPlan = () => undefined,
    ...prices
  }: ImportRunOptions,
  given: ImportJob | undefined,
): Promise<PreparedRun> => {
  let job = given
  const gathered = await gatherFor(deps, request, {
    signal,
    onOpened,
    onSources: (sources) => {
      job ??= jobToContinue(deps.jobs, request, sources)
      if (job?.state !== 'done' && namesFiles(sources)) loadMeanwhile(deps.images())
    },
  })
  onRead?.(gathered.sources)
  const preparing = { ...deps, ...gathered, request, signal, onPlan, prices }
  const prepared = await (job === undefined ? startJob(preparing) : continueJob(preparing, job))
  remember(deps, request, gathered.sources)
  return prepared
}

/** What the user chose for this folder serves the next one of the collection. */
const remember = (
  { mappings }: SessionDeps,
  request: ImportRequest,
  { source: { format, guessed, names, assetNames } }: SourceInputs,
): void => {
  if (request.purpose === 'change') return
  mappings.remember(request, {
    columns: request.columns ?? [],
    ...(guessed === undefined ? {} : { reading: { guessed, format } }),
    ...(format === 'folder' ? { names: names ?? null } : {}),
    ...(assetNames === undefined ? {} : { assetNames }),
  })
}

/** Whether there will be images to process, as far as known before the plan. */
const namesFiles = ({ files, table }: SourceInputs): boolean => {
  const names = new Set(files.map(({ name }) => name))
  return table.rows.some(({ cells }) => cells.some((cell) => names.has(cell)))
}

/** On another core, while this process plans. A failure comes again with the first image. */
const loadMeanwhile = (images: ImageProcess): void => {
  images.versions().catch(() => undefined)
}

/** Runs a prepared job with its heart beating, and writes down how it ended. */
const runJob = async (
  deps: SessionDeps,
  { lease, ...prepared }: PreparedRun,
  options: ImportRunOptions,
  stopper: AbortController,
): Promise<RunEnd> => {
  const { job } = prepared
  const beating = setInterval(() => {
    try {
      if (!lease.beat()) lease.assertHeld()
      if (deps.jobs.get(job.id)?.state === 'cancelled') stopper.abort(cancelled())
    } catch (error) {
      stopper.abort(error)
    }
  }, leaseTiming.beatEveryMs)
  try {
    deps.jobs.setState(job.id, 'running')
    const signals = [stopper.signal, options.signal].filter((signal) => signal !== undefined)
    const end = await runImport(
      {
        ...deps,
        ...prepared,
        window: options.window,
        onDecode: options.onDecode,
        onRecalled: options.onRecalled,
        clock: () => performance.now(),
      },
      { signal: AbortSignal.any(signals), onProgress: options.onProgress },
    )
    deps.db.transact(() => {
      lease.assertHeld()
      const { state, reason } = outcome(deps, job.id, end, options.signal)
      deps.jobs.setState(job.id, state, reason)
    })
    if (end.stoppedBy !== undefined && !isExpected(end.stoppedBy, options.signal))
      throw end.stoppedBy
    return end
  } finally {
    clearInterval(beating)
    lease.release()
  }
}

/** An error of this program is thrown on; everything else is an outcome. */
const isExpected = (error: unknown, signal: AbortSignal | undefined): boolean =>
  error instanceof ColdpressError || signal?.aborted === true

type Outcome = { readonly state: ImportJobState; readonly reason?: ErrorRecord }

const outcome = (
  deps: SessionDeps,
  job: string,
  { tally, unpinned, stoppedBy }: RunEnd,
  signal: AbortSignal | undefined,
): Outcome => {
  if (deps.jobs.get(job)?.state === 'cancelled') {
    return { state: 'cancelled', reason: errorRecordOf(cancelled()) }
  }
  if (stoppedBy === undefined)
    return { state: tally.failed > 0 || unpinned > 0 ? 'failed' : 'done' }
  return {
    state: 'paused',
    reason: errorRecordOf(signal?.aborted === true ? stopped() : stoppedBy),
  }
}

const cancelled = (): ColdpressError =>
  new ColdpressError(
    'cancelled',
    'The import was cancelled. Tokens that are already in the collection stay there.',
  )

const stopped = (): ColdpressError =>
  new ColdpressError('cancelled', 'The import was stopped. It can continue from here.')

const stoppedEarly = (): ColdpressError =>
  new ColdpressError('cancelled', 'The import was stopped before it started. Nothing was sent.')
