import { isDeepStrictEqual } from 'node:util'
import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { importErrors } from '#contract/imports/errors.ts'
import { plainSettings } from '#media/images/image-job.ts'
import { countText } from '#values/text/format.ts'
import { requirePublicImages } from '#media/content/images-only-here.ts'
import type { ContentStore } from '#media/content/store.ts'
import type { Database } from '#platform/db/database.ts'
import {
  type GatheredInputs,
  type ImportRequest,
  planInputs,
  type SourceInputs,
} from '../inputs/inputs.ts'
import type { Jobs } from '../journal/jobs.ts'
import type { Item, ImportJob } from '../journal/journal-schema.ts'
import { type ImportJournal, type OpenBatch, openJournal } from '../journal/journal.ts'
import { acquireLease, type Lease } from '../journal/lease.ts'
import type { RetrySettings } from '../pipeline/retry-transient.ts'
import { getsPrice, imagesToStore, isRunnable, planInTurns } from '../plan/plan.ts'
import type { Plan } from '../plan/plan-types.ts'
import { contentsOfItems } from './find-unpinned.ts'
import { changeItems, startItems } from './start-items.ts'
import { isError } from '../table/issues.ts'
import { type ListedToken, reconcile, type TokenToSend } from '../upload/reconcile.ts'
import { sleep } from '#platform/http/sleep.ts'
import { tokenToSend } from '../upload/token-to-send.ts'

export type PriceDeps = {
  /**
   * Asked before tokens get prices: the first mint on mainnet is rehearsed.
   * @throws ColdpressError `conflict` with the rule `rehearsal`
   */
  readonly requireUnpriced?: (
    collection: PricedCollection,
    priced: number,
    signal: AbortSignal | undefined,
  ) => Promise<void>
  /**
   * Asked before prices are set or the metadata of a collection is changed: the vault of a Local
   * studio seals them. @throws ColdpressError `vault_locked`
   */
  readonly requireSealing?: (accountId: string) => void
}

export type PricedCollection = Pick<ImportRequest, 'accountId' | 'collectionId'>

export type PriceOptions = {
  /** The prices may lead to a first mint on mainnet without a rehearsal. */
  readonly skipsRehearsal?: boolean | undefined
  /**
   * Called where the vault is locked: nothing is sold at so many prices before they are confirmed.
   * Without it such an import does not start.
   */
  readonly onUnsealedPrices?: ((priced: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** @throws ColdpressError as `PriceDeps` */
export const requirePrices = async (
  { requireUnpriced, requireSealing }: PriceDeps,
  collection: PricedCollection,
  priced: number,
  { skipsRehearsal, onUnsealedPrices, signal }: PriceOptions = {},
): Promise<void> => {
  if (priced === 0) return
  if (skipsRehearsal !== true) await requireUnpriced?.(collection, priced, signal)
  try {
    requireSealing?.(collection.accountId)
  } catch (error) {
    if (onUnsealedPrices === undefined || !isColdpressError(error, 'vault_locked')) throw error
    onUnsealedPrices(priced)
  }
}

/** Whether images that exist on this computer only may do for the tokens of a collection. */
export type MayStayLocal = (
  of: Pick<ImportRequest, 'accountId' | 'collectionId'>,
) => Promise<boolean> | boolean

/** How many images of tokens of a collection exist on this computer only, where that is no practice. */
export type CountImagesHere = (
  collection: PricedCollection,
  tokens: readonly string[],
  signal?: AbortSignal,
) => Promise<number>

/** Of a plan that changes tokens: those that get a price, by their IDs. */
export const tokensToPrice = (
  { tokens }: Pick<Plan, 'tokens'>,
  held: readonly Pick<ListedToken, 'id' | 'assetName'>[],
): readonly string[] => {
  const priced = new Set(
    tokens
      .filter((token) => token.before !== undefined && getsPrice(token))
      .map(({ assetName }) => assetName),
  )
  return held.flatMap(({ id, assetName }) => (priced.has(assetName) ? [id] : []))
}

export type Preparing = GatheredInputs &
  PriceDeps & {
    readonly db: Database
    readonly jobs: Jobs
    readonly store: ContentStore
    readonly retrySettings: RetrySettings
    readonly now: () => Date
    readonly request: ImportRequest
    readonly signal: AbortSignal
    readonly onPlan: (plan: Plan) => void
    readonly prices: PriceOptions
    readonly mayStayLocal?: MayStayLocal
    readonly countImagesHere?: CountImagesHere
  }

/** A leased job, planned again, with its journal ready for the run. */
export type PreparedRun = Pick<Preparing, 'service' | 'pins'> & {
  readonly collectionName: string
  readonly job: ImportJob
  readonly lease: Lease
  readonly journal: ImportJournal
  /** What the journal has, in row order. */
  readonly items: readonly Item[]
  readonly held: readonly ListedToken[]
}

/**
 * The job to continue: the given one, or the last of the same folder, table and collection.
 * @throws ColdpressError `conflict` when it is unfinished and has other settings
 */
export const jobToContinue = (
  jobs: Jobs,
  request: ImportRequest,
  sources: SourceInputs,
): ImportJob | undefined => {
  const job = jobs.latestAt({ ...request, ...sources })
  if (job === undefined) return undefined
  // The same table again means what the tokens are now, not what they were before the last change.
  if (request.purpose === 'change' && (job.state === 'done' || job.state === 'failed'))
    return undefined
  if (job.state === 'done' && !hasSameSettings(job, request)) return undefined
  return jobWithSettings(job, request)
}

/** @throws ColdpressError `conflict` when the job has other settings than the request */
export const jobWithSettings = (job: ImportJob, request: ImportRequest): ImportJob => {
  if (hasSameSettings(job, request)) return job
  throw errorBy(
    importErrors,
    'import_unfinished',
    { job: job.id },
    `Import ${job.id} of this folder is unfinished and has other image settings or another pinning service. Resume or cancel it first.`,
  )
}

const hasSameSettings = (job: ImportJob, request: ImportRequest): boolean =>
  !hasOtherImages(job, request) && job.pinner === request.pinner

/** Whether the job makes other images than the request asks for. */
export const hasOtherImages = (
  job: Pick<ImportJob, 'settings'>,
  request: Pick<ImportRequest, 'settings'>,
): boolean => !isDeepStrictEqual(plainSettings(job.settings), plainSettings(request.settings))

/** Creates a job once its plan has no errors. */
export const startJob = async (given: Preparing): Promise<PreparedRun> => {
  const { jobs, request, sources } = given
  const held = await given.list()
  const earlier = itemsOfEarlier(given)
  const plan = await runnablePlan(given, held, earlier)
  const job = given.db.transact(() => {
    // Another process may have started the same import meanwhile.
    const other = jobToContinue(jobs, request, sources)
    if (other !== undefined) throw startedMeanwhile(other)
    const created = jobs.create({ ...request, ...sources })
    jobs.setSkipped(created.id, request.skipped ?? [])
    return created
  })
  return await withLease(given, job, async (journal) => {
    return await fillJournal(given, journal, { plan, held, before: doneItems(plan, earlier) })
  })
}

/** What a job of the same source made with other settings: the tokens keep it. */
const itemsOfEarlier = ({ db, jobs, now, request, sources }: Preparing): readonly Item[] => {
  if (request.purpose === 'change') return []
  const job = jobs.latestAt({ ...request, ...sources })
  return job === undefined ? [] : openJournal(db, job.id, { now }).items()
}

const startedMeanwhile = (job: ImportJob): ColdpressError =>
  errorBy(
    importErrors,
    'import_running',
    { job: job.id },
    `Another process has just started import ${job.id} of this folder.`,
  )

/** Settles an earlier job's open batches, then plans it again. */
export const continueJob = (given: Preparing, job: ImportJob): Promise<PreparedRun> =>
  withLease(given, job, async (journal) => {
    const held = await settleOpenBatches({ ...given, journal })
    const before = journal.items()
    const plan = await runnablePlan(withoutRejections(given), held, before)
    const { db, jobs, request, sources } = given
    db.transact(() => {
      jobs.setTable(job.id, { ...request, ...sources })
      jobs.setSkipped(job.id, request.skipped ?? [])
    })
    return await fillJournal(given, journal, { plan, held, before })
  })

/** A job goes on with its other tokens: a file known to be damaged fails alone, as in a first run. */
const withoutRejections = (given: Preparing): Preparing => {
  const files = given.sources.files.map(({ check, ...file }) =>
    check?.kind === 'sound' ? { ...file, check } : file,
  )
  return { ...given, sources: { ...given.sources, files } }
}

type Filled = Pick<PreparedRun, 'items' | 'held'>

/** Leases the job; releases it if the preparation fails. */
const withLease = async (
  { db, now, service, pins, collection }: Preparing,
  job: ImportJob,
  prepare: (journal: ImportJournal) => Promise<Filled>,
): Promise<PreparedRun> => {
  const lease = acquireLease(db, job.id, { now })
  try {
    const journal = openJournal(db, job.id, { now, guard: () => lease.assertHeld() })
    const filled = await prepare(journal)
    return { job, lease, journal, service, pins, collectionName: collection.name, ...filled }
  } catch (error) {
    lease.release()
    throw error
  }
}

const runnablePlan = async (
  given: Preparing,
  held: readonly ListedToken[],
  items: readonly Item[],
): Promise<Plan> => {
  const { request, onPlan, signal, ...gathered } = given
  const job = given.jobs.latestAt({ ...request, ...given.sources })
  const otherSettings = job !== undefined && hasOtherImages(job, request)
  const inputs = { ...planInputs(gathered, held, items), settings: request.settings, otherSettings }
  const plan = await planInTurns(inputs, signal)
  onPlan(plan)
  if (isRunnable(plan)) {
    await requirePublicTarget(given, plan)
    await requirePricedImages(given, tokensToPrice(plan, held))
    requireTakenWorks(given, plan)
    await requirePrices(given, request, plan.counts.priced, { ...given.prices, signal })
    return plan
  }
  const errors = plan.issues.filter(isError)
  throw new ColdpressError(
    'invalid',
    `The import has ${errors.length} ${errors.length === 1 ? 'error' : 'errors'}, so nothing was sent. The first: ${errors[0]?.message ?? ''}`,
    { details: { issues: errors } },
  )
}

/** Tokens of a real network whose images nobody else can open are made only by those who accept it. */
const requirePublicTarget = async (
  { request, pins, mayStayLocal }: Preparing,
  plan: Plan,
): Promise<void> => {
  if (pins.isPublic || request.acceptsLocalImages === true) return
  if ((await mayStayLocal?.(request)) !== false) return
  requirePublicImages(imagesToStore(plan))
}

/** What is sold has images that its buyers can open, or somebody accepted that it has not. */
const requirePricedImages = async (
  { request, countImagesHere, signal }: Preparing,
  tokens: readonly string[],
): Promise<void> => {
  if (tokens.length === 0 || request.acceptsLocalImages === true) return
  requirePublicImages((await countImagesHere?.(request, tokens, signal)) ?? 0)
}

/** A minting service takes the image of a token, and no files beside it. */
const requireTakenWorks = ({ pins }: Preparing, { tokens }: Plan): void => {
  const withWorks = tokens.filter(({ works }) => works.length > 0)
  if (pins.noteAnswers === undefined || withWorks.length === 0) return
  throw errorBy(
    importErrors,
    'works_not_taken',
    {},
    `${countText(withWorks.length, 'token')} of this table ${withWorks.length === 1 ? 'has' : 'have'} works beside the image, which a minting service does not take. Pin at another place.`,
  )
}

/** New tokens get the settings of their own job. */
const doneItems = ({ tokens }: Plan, earlier: readonly Item[]): readonly Item[] => {
  const done = new Set(
    tokens.flatMap(({ state, assetName }) => (state === 'done' ? [assetName] : [])),
  )
  return earlier.filter(({ asset_name }) => done.has(asset_name))
}

const fillJournal = async (
  { store, signal, purpose }: Preparing,
  journal: ImportJournal,
  {
    plan,
    held,
    before,
  }: Pick<Filled, 'held'> & { readonly plan: Plan; readonly before: readonly Item[] },
): Promise<Filled> => {
  // its bytes may have changed since
  const sound: ReadonlySet<string> = await store.soundAmong(contentsOfItems(before), signal)
  const items =
    purpose === 'change'
      ? changeItems(plan.tokens, { before, held })
      : startItems(plan.tokens, { before, held, isStored: (cid) => sound.has(cid) })
  journal.start(items)
  return { items, held }
}

/**
 * Finds out what became of the batches that an earlier run intended and never closed: it was
 * killed, or lost the service. Nothing is sent again before this is known.
 * @returns what the collection holds.
 */
export const settleOpenBatches = async (options: {
  readonly journal: ImportJournal
  readonly list: () => Promise<readonly ListedToken[]>
  readonly retrySettings: Pick<RetrySettings, 'settleMs'>
  readonly signal: AbortSignal
}): Promise<readonly ListedToken[]> => {
  const { journal, list } = options
  const open = journal.openBatches()
  const held = await list()
  if (open.length === 0) return held
  const items = new Map(journal.items().map((item) => [item.asset_name, item]))
  const sent = open.map((batch) => ({ id: batch.id, items: sentItems(batch, items) }))
  const everything = sent.flatMap((batch) => batch.items)
  const isMissing = reconcile(everything, held).some(({ kind }) => kind === 'again')
  if (isMissing) await sleep(options.retrySettings.settleMs, options.signal)
  const latest = isMissing ? await list() : held
  for (const batch of sent) journal.settle(batch.id, reconcile(batch.items, latest))
  return latest
}

/** Compared is what was sent, so with the journal's request: the table may be another by now. */
const sentItems = (batch: OpenBatch, items: ReadonlyMap<string, Item>): TokenToSend[] =>
  batch.assetNames.flatMap((name) => {
    const item = items.get(name)
    const isOpen = item?.stage === 'sending' && item.batch === batch.id
    return isOpen ? [tokenToSend(item, { cid: item.cid, mediaType: item.media_type })] : []
  })
