import { ColdpressError } from '#values/errors/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { importErrors } from '#contract/imports/errors.ts'
import type { ImportRequest } from './inputs/inputs.ts'
import type { Jobs } from './journal/jobs.ts'
import { type ImportJob, sourceOfJob } from './journal/journal-schema.ts'

/** What the job was started with, to go on with it. */
export const requestOfJob = (job: ImportJob, jobs: Jobs): ImportRequest => ({
  ...sourceOfJob(job),
  purpose: job.purpose,
  collectionId: job.collection_id,
  accountId: job.account_id,
  settings: job.settings,
  pinner: job.pinner,
  acceptsLocalImages: job.accepts_local_images,
  skipped: jobs.skipped(job.id),
})

export const requireJob = (jobs: Jobs, id: string): ImportJob => {
  const job = jobs.get(id)
  if (job !== undefined) return job
  throw errorBy(importErrors, 'no_such_import', { job: id }, `There is no import ${id}.`)
}

export const newest = (jobs: Jobs): ImportJob => {
  const [job] = jobs.list()
  if (job !== undefined) return job
  throw errorBy(importErrors, 'no_import', {}, 'There is no import yet.')
}

export const unfinished = (jobs: Jobs): ImportJob => {
  const job = jobs.list().find(({ state }) => state !== 'done' && state !== 'cancelled')
  if (job !== undefined) return job
  throw errorBy(importErrors, 'no_import', {}, 'There is no unfinished import.')
}

export const wasCancelled = (job: ImportJob): ColdpressError =>
  errorBy(
    importErrors,
    'import_cancelled',
    { job: job.id },
    `Import ${job.id} was cancelled. Start a new import of the same folder: tokens that are already in the collection stay as they are.`,
  )

export const isDone = (job: ImportJob): ColdpressError =>
  new ColdpressError('conflict', `Import ${job.id} is done, so there is nothing to cancel.`, {
    details: { job: job.id },
  })
