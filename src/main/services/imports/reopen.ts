import { readTableFile } from '#app/imports/inputs/folder.ts'
import type { ImportRequest, PlanInputs, ReadingOptions } from '#app/imports/inputs/inputs.ts'
import type { Imports } from '#app/imports/imports.ts'
import { type ImportJob, sourceOfJob } from '#app/imports/journal/journal-schema.ts'
import type { JobStatus } from '#app/imports/summary.ts'
import { type DraftState, draftStateOf, withNames } from './draft.ts'

/**
 * A job as a draft: the table with the fixes that it ran from, as a step over the user's own table.
 * Tokens that the collection has are done; a start goes on with the same job.
 */
export const reopenedState = async (
  imports: Pick<Imports, 'inputs' | 'readTable'>,
  job: ImportJob,
  reading: ReadingOptions,
): Promise<DraftState> => {
  const request: ImportRequest = {
    ...sourceOfJob(job),
    csv: job.own_table ?? job.table_path,
    ownTable: undefined,
    collectionId: job.collection_id,
    accountId: job.account_id,
    settings: job.settings,
    pinner: job.pinner,
  }
  const inputs = await imports.inputs(request, {
    ...reading,
    job: job.id,
    keepsHeaders: true,
  })
  const fixed =
    job.own_table === null
      ? (await withNames(inputs.table, inputs, reading.signal)).table
      : await imports.readTable(
          await readTableFile(job.table_path, undefined, reading.signal),
          undefined,
          reading.signal,
        )
  return await draftStateOf(request, inputs, fixed === inputs.table ? undefined : fixed, {
    job: job.id,
    signal: reading.signal,
  })
}

/** Whether rows of the job still wait for a fix, so that its table is kept. */
export const hasOpenRows = ({ job, failed, skipped }: JobStatus): boolean => {
  if (job.state === 'cancelled') return false
  return job.state !== 'done' || failed > 0 || skipped.some(({ message }) => message !== null)
}

/**
 * The job whose fixes reading this folder again would lose: the last of the same table and
 * collection, if rows of it failed or it ran from a fixed copy.
 */
export const jobToReopen = (
  jobs: readonly JobStatus[],
  request: Pick<ImportRequest, 'accountId' | 'collectionId'>,
  { folder, tablePath, source }: Pick<PlanInputs, 'folder' | 'tablePath' | 'source'>,
): ImportJob | undefined => {
  const last = jobs.find(
    ({ job }) =>
      job.state !== 'cancelled' &&
      job.account_id === request.accountId &&
      job.collection_id === request.collectionId &&
      job.folder === folder &&
      (job.own_table ?? job.table_path) === tablePath &&
      job.sheet === (source.sheet?.name ?? null),
  )
  if (last === undefined || last.runningPid !== null || !hasOpenRows(last)) return undefined
  return last.job.own_table !== null || last.state === 'failed' ? last.job : undefined
}
