import { availableParallelism } from 'node:os'
import { importErrors } from '#contract/imports/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { confirmConnections } from '../../settings/confirmed-origins.ts'
import type { BackgroundRuns } from '../background-runs.ts'
import { estimating } from '../estimate/estimate.ts'
import { requestForCopy } from '../fixed-copy.ts'
import type { Imports } from '../imports.ts'
import type { ImportRequest } from '../inputs/inputs.ts'
import { alreadyRunning } from '../journal/lease.ts'
import type { PreparedImages } from '../pipeline/prepared-images.ts'
import { isRunnable } from '../plan/plan.ts'
import type { PriceOptions } from '../run/prepare-run.ts'
import { inTurns } from '../table/pieces.ts'
import type { WorkingCopies } from '../working-copies.ts'
import type { DraftImageChecks } from './draft-image-checks.ts'
import { chosenColumns, type DraftState, isFixed, skippedRows } from './draft-state.ts'
import type { Draft } from './drafts.ts'

type StartContext = Parameters<typeof confirmConnections>[0] & {
  readonly imports: Pick<Imports, 'mappings' | 'requirePrices'>
  readonly runs: Pick<BackgroundRuns, 'start' | 'isRunning'>
  readonly copies: WorkingCopies
  readonly prepared: Pick<PreparedImages, 'handOver'>
  readonly checks: Pick<DraftImageChecks, 'stateOf' | 'stop' | 'resume'>
}

type StartOptions = Pick<PriceOptions, 'skipsRehearsal'> &
  Pick<ImportRequest, 'acceptsLocalImages'> & {
    /** Rows with errors are left out. */
    readonly skipInvalid?: boolean | undefined
  }

/**
 * Runs a draft, from a copy of its table if it was edited. Its changes wait until the job exists.
 * @returns the job @throws ColdpressError `invalid` while it has errors; as `BackgroundRuns.start`,
 * `Imports.requirePrices` and `Asks.confirm`
 */
export const startDraft = async (
  context: StartContext,
  draft: Draft,
  options: StartOptions,
): Promise<string> => {
  const { imports, checks } = context
  const { request, plan } = draft.state()
  await imports.requirePrices(request, plan.counts.priced, options)
  const isChecking = checks.stateOf(draft).state === 'running'
  // The run needs the cores, and finds by itself what nobody has checked yet.
  void checks.stop(draft)
  try {
    return await draft.inTurn((state) => startState(context, draft.id, state, options))
  } catch (error) {
    if (isChecking) checks.resume(draft)
    throw error
  }
}

const startState = async (
  context: StartContext,
  draftId: string,
  state: DraftState,
  { skipInvalid = false, acceptsLocalImages, skipsRehearsal }: StartOptions,
): Promise<string> => {
  requireStartable(state, skipInvalid)
  const { imports, runs, copies, prepared } = context
  const { plan, job: earlier } = state
  if (state.request.purpose !== 'change')
    await confirmConnections(
      context,
      plan.tokens.flatMap(({ image }) => (image.kind === 'url' ? [image.url] : [])),
      'The minting service fetches images of this import from it.',
    )
  const request = {
    ...(await runnableRequest(context, draftId, state)),
    skipped: skippedRows(state, skipInvalid),
    acceptsLocalImages,
  }
  if (request.purpose !== 'change')
    imports.mappings.remember(request, { columns: chosenColumns(state), ...state.table.patterns })
  const before = earlier === undefined ? undefined : copies.copyOf(earlier)
  const here = { cores: availableParallelism(), pace: 1 }
  const { seconds } = await inTurns(estimating(plan, here))
  const job = await runs.start(request, { job: earlier, skipsRehearsal, expectedSeconds: seconds })
  prepared.handOver(draftId)
  if (before !== undefined) await copies.release(before)
  return job
}

const runnableRequest = async (
  { runs, copies }: StartContext,
  draftId: string,
  state: DraftState,
): Promise<ImportRequest> => {
  const { inputs, request } = state
  if (!isFixed(state)) {
    const { source, tablePath: csv } = inputs
    return { ...request, ...source, sheet: source.sheet?.name, csv }
  }
  const running = copies.jobsFrom(draftId).find((job) => runs.isRunning(job))
  if (running !== undefined) throw alreadyRunning(running)
  const source = { ...inputs.source, ...state.table.patterns }
  const copy = await copies.write(draftId, state.table)
  return { ...requestForCopy(request, { ...inputs, source }, copy), opened: inputs.opened }
}

const requireStartable = ({ plan, request, inputs }: DraftState, skipInvalid: boolean): void => {
  if (request.purpose === 'change' && plan.counts.change === 0 && isRunnable(plan))
    throw errorBy(
      importErrors,
      'no_changes',
      { collection: inputs.collection.id },
      'The table leaves every token as it is. Change a cell first.',
    )
  if (isRunnable(plan)) return
  if (skipInvalid && plan.invalidRows !== undefined && plan.tokens.length > 0) return
  const { errors } = plan.counts
  throw new ColdpressError(
    'invalid',
    `The ${request.purpose === 'change' ? 'table' : 'import'} has ${errors} ${errors === 1 ? 'error' : 'errors'}. Fix them first; nothing was sent.`,
    { details: { errors } },
  )
}
