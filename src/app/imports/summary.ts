import { z } from 'zod'
import { longText, shortText } from '#values/bounds/bounded.ts'
import type { ErrorRecord } from '#values/errors/error-record.ts'
import { ColdpressError, type ErrorCode, errorTable } from '#values/errors/errors.ts'
import { countText, numberText } from '#values/text/format.ts'
import type { Database } from '#platform/db/database.ts'
import type { TargetHolding } from '#media/pinning/pin-set.ts'
import { imageNotes, type ImportJob, type ImportJobState } from './journal/journal-schema.ts'
import { skippedRowsOf } from './journal/jobs.ts'
import type { SkippedRow } from './table/skipped-rows.ts'
import { addedItems, countStages, failedItems, imagesElsewhere } from './journal/journal.ts'

export type AddedToken = {
  readonly row: number
  readonly asset_name: string
  /** `ipfs://<cid>` as the service answers it. */
  readonly image: string | null
  readonly fingerprint: string | null
}

/** What a person should know of an image that was taken all the same. */
export type ImageNote = {
  readonly row: number
  readonly asset_name: string
  readonly name: string
  readonly message: string
}

/** How many images are named by an `ipfs://` address, and how many by a web address. */
export type ImagesElsewhere = { readonly ipfs: number; readonly web: number }

export type FailedItem = ErrorRecord & {
  readonly row: number
  readonly asset_name: string
  readonly name: string
}

/** How a run ended. Sums to `total`: added + already + failed + left. */
export type Summary = {
  readonly job: string
  readonly state: ImportJobState
  readonly total: number
  /** Added by this run. */
  readonly added: number
  /** Were in the collection before it. */
  readonly already: number
  readonly failed: number
  /** Neither added nor failed: what a further run goes on with. */
  readonly left: number
  readonly seconds: number
  /** What stopped the run before its end, if anything did. */
  readonly stopped: ErrorRecord | null
  readonly failures: readonly FailedItem[]
  /** Rows of the table that the job leaves out; `total` does not count them. */
  readonly skipped: readonly SkippedRow[]
  readonly notes: readonly ImageNote[]
  /** The members of the pin target, each with how many of the images it has, as it answered. */
  readonly places: readonly TargetHolding[]
  /** Images that fewer of them have than the pin target asks for. */
  readonly unpinned: number
  /** Tokens whose image is an address in the table, so that this import pins it nowhere. */
  readonly elsewhere: ImagesElsewhere
  /** All tokens of the job that the collection holds, in the order of rows. */
  readonly tokens: readonly AddedToken[]
}

export type JobStatus = {
  readonly job: ImportJob
  /** Like the job's, but a run whose process has died is `paused`. */
  readonly state: ImportJobState
  /** The process that works on it now. */
  readonly runningPid: number | null
  readonly total: number
  readonly added: number
  readonly failed: number
  readonly left: number
  readonly failures: readonly FailedItem[]
  readonly skipped: readonly SkippedRow[]
}

export const summarise = (
  db: Database,
  job: ImportJob,
  run: Pick<Summary, 'added' | 'seconds' | 'unpinned'> & {
    readonly holdings: Summary['places']
  },
): Summary => {
  const { total, added, failed, left } = totals(db, job.id)
  return {
    job: job.id,
    state: job.state,
    total,
    added: run.added,
    already: added - run.added,
    failed,
    left,
    seconds: run.seconds,
    stopped: job.reason,
    failures: failuresOf(db, job.id),
    skipped: skippedRowsOf(db, job.id),
    notes: readNotes(db, job.id).flatMap(({ row, asset_name, name, notes }) =>
      notes.map((note) => ({ row, asset_name, name, message: `Row ${row}: ${note}` })),
    ),
    places: run.holdings,
    unpinned: run.unpinned,
    elsewhere: imagesElsewhere(db, job.id),
    tokens: addedItems(db, job.id).map(({ row, asset_name, token_image, fingerprint }) => ({
      row,
      asset_name,
      image: token_image,
      fingerprint,
    })),
  }
}

const notedRow = z.object({
  row: z.int(),
  asset_name: shortText,
  name: longText,
  notes: imageNotes,
})

/** The notes about a job's images and added tokens, in row order. */
const readNotes = (db: Database, job: string): readonly z.output<typeof notedRow>[] =>
  db.all(
    notedRow,
    `SELECT row, asset_name, request ->> 'name' AS name, notes FROM import_items WHERE job = :job AND notes <> '[]' ORDER BY row`,
    { job },
  )

export const importStatusOf = (
  db: Database,
  job: ImportJob,
  holder: { readonly pid: number } | undefined,
): JobStatus => ({
  job,
  state: job.state === 'running' && holder === undefined ? 'paused' : job.state,
  runningPid: holder?.pid ?? null,
  ...totals(db, job.id),
  failures: failuresOf(db, job.id),
  skipped: skippedRowsOf(db, job.id),
})

/** Whether rows of the job still wait for a fix, so that its table is kept. */
export const hasOpenRows = ({ job, failed, skipped }: JobStatus): boolean => {
  if (job.state === 'cancelled') return false
  return job.state !== 'done' || failed > 0 || skipped.some(({ message }) => message !== null)
}

const totals = (db: Database, job: string) => {
  const counts = countStages(db, job)
  const left = counts.planned + counts.imaged + counts.pinned + counts.sending
  const { added, failed } = counts
  return { total: left + added + failed, added, failed, left }
}

const failuresOf = (db: Database, job: string): readonly FailedItem[] =>
  failedItems(db, job).map(({ row, asset_name, request, error }) => ({
    row,
    asset_name,
    name: request.name,
    code: error?.code ?? 'internal',
    message: error?.message ?? 'no reason was written down',
  }))

/**
 * The error that a run's end amounts to, for an exit code; undefined when everything is done.
 * `incomplete`: some items are left for a person to fix.
 */
export const summaryError = (summary: Summary): ColdpressError | undefined => {
  const { job, failed, left, stopped, total, added, already, unpinned } = summary
  if (stopped === null && failed === 0 && left === 0)
    return unpinned === 0 ? undefined : notPinned(summary)
  const held = numberText(added + already)
  // A token of the same name and another content is in the collection, and not the table's.
  const clashes = summary.failures.some(({ code }) => code === 'conflict')
  const there = `${held} of ${countText(total, 'token is', 'tokens are')} in the collection${clashes ? ' as the table has them' : ''}`
  const details = { job, failed, left }
  if (stopped === null) {
    const [first] = summary.failures
    return new ColdpressError(
      'incomplete',
      `${there}; ${failed} failed, the first: ${first?.message ?? ''} Fix them and run the import again: it goes on from here.`,
      { details },
    )
  }
  return new ColdpressError(codeOf(stopped), `${stopped.message} ${there}.`, {
    details: { ...details, ...stopped.details },
  })
}

const notPinned = ({ job, unpinned, places }: Summary): ColdpressError => {
  const why = places.find(({ error }) => error !== null)?.error ?? ''
  return new ColdpressError(
    'incomplete',
    `All tokens are in the collection, but ${countText(unpinned, 'image is', 'images are')} not pinned.${why === '' ? '' : ` ${why}`} Run the import again, or repair the pins.`,
    { details: { job, unpinned } },
  )
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorTable, code)

const codeOf = ({ code }: ErrorRecord): ErrorCode => (isErrorCode(code) ? code : 'internal')
