import type { CallInput } from '#contract/window/calls.ts'
import { type ImportFormat, isOfTable, isTableName } from '#contract/imports/import-formats.ts'
import { importErrors } from '#contract/imports/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { Imports, InputOptions } from '../imports.ts'
import { readTableFile } from '../inputs/folder.ts'
import type { ImportRequest, PlanInputs, ReadingOptions } from '../inputs/inputs.ts'
import { type ImportJob, sourceOfJob } from '../journal/journal-schema.ts'
import { hasOpenRows, type JobStatus } from '../summary.ts'
import type { NamePatterns } from '../table/table-types.ts'
import {
  type DraftState,
  draftStateOf,
  firstState,
  isEdited,
  nameTokens,
  replan,
  withNames,
} from './draft-state.ts'

type Reader = Pick<Imports, 'inputs' | 'readTable'>

/** The user sees the table's own headers, and what became of them as a step. */
const readInputs = (
  imports: Pick<Imports, 'inputs'>,
  request: ImportRequest,
  options: InputOptions = {},
): Promise<PlanInputs> => imports.inputs(request, { ...options, keepsHeaders: true })

/**
 * Reads a folder for a draft. An ended import of it goes on where its fixes would be lost.
 * @throws ColdpressError as `Imports.inputs`
 */
export const readDraft = async (
  imports: Reader & Pick<Imports, 'list'>,
  request: ImportRequest,
  reading: ReadingOptions,
): Promise<DraftState> => {
  const inputs = await readInputs(imports, request, reading)
  const job = jobToReopen(imports.list(), request, inputs)
  return job === undefined
    ? await firstState(request, inputs, reading.signal)
    : await reopenJob(imports, job, reading)
}

/**
 * Tokens of a collection as a table, to change them.
 * @throws ColdpressError as `Imports.inputs`
 */
export const openTokens = async (
  imports: Reader,
  asked: Pick<ImportRequest, 'accountId' | 'collectionId' | 'tokens'>,
  reading: ReadingOptions,
): Promise<DraftState> => {
  const request: ImportRequest = { ...asked, ...unreadImages, purpose: 'change', folder: '' }
  const inputs = await readInputs(imports, request, reading)
  return await draftStateOf(request, inputs, undefined, { signal: reading.signal })
}

/** A change stores and pins nothing. */
const unreadImages = {
  settings: { maxPixels: null, format: 'keep', quality: 90 },
  pinner: 'local',
} as const

/** Prepares an ended import again. @throws ColdpressError as `Imports.requireResumable` */
export const reopenDraft = (
  imports: Reader & Pick<Imports, 'requireResumable'>,
  job: string,
  reading: ReadingOptions,
): Promise<DraftState> => reopenJob(imports, imports.requireResumable(job), reading)

/**
 * A job as a draft: the table with the fixes that it ran from, as a step over the user's own table.
 * Tokens that the collection has are done; a start goes on with the same job.
 */
const reopenJob = async (
  imports: Reader,
  job: ImportJob,
  { signal, ...reading }: ReadingOptions,
): Promise<DraftState> => {
  if (job.purpose === 'change')
    throw errorBy(
      importErrors,
      'not_reopened',
      { job: job.id },
      'This run changed tokens, which are others by now. Open the tokens as a table again.',
    )
  const request: ImportRequest = {
    ...sourceOfJob(job),
    csv: job.own_table ?? job.table_path,
    ownTable: undefined,
    collectionId: job.collection_id,
    accountId: job.account_id,
    settings: job.settings,
    pinner: job.pinner,
  }
  const options = { ...reading, signal, job: job.id, keepsHeaders: true }
  const inputs = await imports.inputs(request, options)
  const table =
    job.own_table === null
      ? (await withNames(inputs.table, inputs, signal)).table
      : await imports.readTable(
          await readTableFile(job.table_path, undefined, signal),
          undefined,
          signal,
        )
  const fixed = table === inputs.table ? undefined : table
  return await draftStateOf(request, inputs, fixed, { job: job.id, signal })
}

/**
 * The job whose fixes reading this folder again would lose: the last of the same table and
 * collection, if rows of it failed or it ran from a fixed copy.
 */
const jobToReopen = (
  jobs: readonly JobStatus[],
  request: Pick<ImportRequest, 'accountId' | 'collectionId'>,
  { folder, tablePath, source }: Pick<PlanInputs, 'folder' | 'tablePath' | 'source'>,
): ImportJob | undefined => {
  const last = jobs.find(
    ({ job }) =>
      job.purpose === 'add' &&
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

/** Reads the folder again, with other settings or another place to pin at if they are given. */
export const readAgain = async (
  imports: Pick<Imports, 'inputs'>,
  state: DraftState,
  changed: Partial<Pick<ImportRequest, 'settings' | 'pinner'>> = {},
): Promise<DraftState> => {
  if (state.request.purpose === 'change') return await readTokensAgain(imports, state)
  const { tablePath: csv, source } = state.inputs
  const request = { ...state.request, csv, sheet: source.sheet?.name, ...changed }
  return await replan(state, request, await readInputs(imports, request, { job: state.job }))
}

/** The edits stay, and what the tokens were when the table was made: who has changed one since is not undone. */
const readTokensAgain = async (
  imports: Pick<Imports, 'inputs'>,
  state: DraftState,
): Promise<DraftState> => {
  const { request } = state
  const inputs = await readInputs(imports, request)
  if (!isEdited(state)) return await draftStateOf(request, inputs, undefined)
  const { opened, table } = state.inputs
  return await replan(state, request, { ...inputs, opened, table })
}

/**
 * Reads the folder in another way.
 * @throws ColdpressError `conflict` for a draft with edits, which belong to the rows and columns of
 * one reading; as `Imports.inputs`
 */
export const readAs = async (
  imports: Pick<Imports, 'inputs' | 'mappings'>,
  state: DraftState,
  { names, assetNames, ...form }: Omit<CallInput<'imports.readAs'>, 'draftId'>,
): Promise<DraftState> => {
  if (isEdited(state) || state.job !== undefined)
    throw new ColdpressError(
      'conflict',
      'The table has changes of yours, which another format would lose. Undo them first, or discard the draft.',
    )
  const request = {
    ...state.request,
    ...form,
    csv: tableFor(form.format, state.request.csv),
    names: names ?? undefined,
    ...(assetNames === undefined ? {} : { assetNames: assetNames ?? undefined }),
  }
  if (names === null) imports.mappings.remember(request, { names: null })
  if (assetNames === null) imports.mappings.remember(request, { assetNames: null })
  return await firstState(request, await readInputs(imports, request))
}

/**
 * Makes names by a pattern: as another reading where that made them, else as a step of the edits.
 * @throws ColdpressError `invalid` for a pattern that cannot be read
 */
export const nameBy = async (
  imports: Pick<Imports, 'inputs' | 'mappings'>,
  state: DraftState,
  { of, pattern }: { readonly of: keyof NamePatterns; readonly pattern: string },
): Promise<DraftState> => {
  const { format, names = null, [of]: made } = state.inputs.source
  const isReading = made !== undefined || format === 'folder'
  if (!isReading || isEdited(state) || state.job !== undefined)
    return await nameTokens(state, { of, pattern })
  return await readAs(imports, state, { format, names, [of]: pattern })
}

/** A table that was chosen is none of a format whose tokens are in many files. */
const tableFor = (format: ImportFormat, csv: string | undefined): string | undefined =>
  csv !== undefined && isTableName(csv) && !isOfTable(format) ? undefined : csv
