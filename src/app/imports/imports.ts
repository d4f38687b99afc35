import type { CollectionProposal } from '#contract/collections/calls.ts'
import { textOfValue } from '#contract/tokens/attribute-value.ts'
import type { ProtocolParameters } from '#cardano/parameters.ts'
import { type Cid, readCid } from '#media/content/cid.ts'
import type { ContentStore } from '#media/content/store.ts'
import type { Database } from '#platform/db/database.ts'
import type { ImageCheck } from '#media/images/image-check.ts'
import type { ImageProcess } from '#media/images/process.ts'
import type { PinSet } from '#media/pinning/pin-set.ts'
import { isDone, newest, requestOfJob, requireJob, unfinished, wasCancelled } from './find-job.ts'
import { createImageCache } from './journal/image-cache.ts'
import {
  failedRows,
  type GatheredInputs,
  type ImportRequest,
  type OpeningOptions,
  planInputs,
  type PlanInputs,
  readFolderTable,
  type ReadingOptions,
} from './inputs/inputs.ts'
import { gatherFor } from './inputs/gather-change.ts'
import { nameTable } from './inputs/made-names.ts'
import { type MappingRequest, mapTable } from './inputs/map-table.ts'
import type { SourceRequest } from './inputs/open-source.ts'
import { checkProposal } from './propose/check-proposal.ts'
import { type ProposedTokens, proposedTokens } from './propose/proposals.ts'
import { proposeCollection, proposeName } from './propose/propose-collection.ts'
import {
  type CheckOptions,
  checkImages,
  uncheckedFiles,
  withChecks,
} from './pipeline/check-images.ts'
import { createJobs } from './journal/jobs.ts'
import { createMappings, type Mappings } from './journal/mappings.ts'
import type { ImportJob } from './journal/journal-schema.ts'
import { namedContent, openJournal } from './journal/journal.ts'
import { alreadyRunning, liveLease } from './journal/lease.ts'
import { defaultRetrySettings, type RetrySettings } from './pipeline/retry-transient.ts'
import { applyFixes, type FixedTable } from './plan/apply-fixes.ts'
import { nameOfFolder } from './plan/collection-name.ts'
import { placeWorks } from './plan/place-works.ts'
import { imagesToStore, planInTurns } from './plan/plan.ts'
import type { FileEntry, KnownContents, Plan } from './plan/plan-types.ts'
import {
  hasOtherImages,
  jobWithSettings,
  type CountImagesHere,
  type MayStayLocal,
  type PricedCollection,
  type PriceDeps,
  type PriceOptions,
  requirePrices,
  tokensToPrice,
} from './run/prepare-run.ts'
import { createSessions, type ImportRunOptions } from './run/session.ts'
import { type JobStatus, importStatusOf, type Summary } from './summary.ts'
import type { ReadFolder } from './inputs/folder-process.ts'
import { readAnyTable, type ReadTable } from './table/read-any-table.ts'
import type { Table } from './table/table-types.ts'
import { type UndoneChanges, undoChanges } from './upload/undo-changes.ts'
import { listedToken } from './upload/reconcile.ts'
import type { UploadService } from './upload/uploader.ts'

export type ImportsDeps = PriceDeps & {
  readonly db: Database
  readonly store: ContentStore
  /** Asked for once there are images to work on; who made the process also closes it. */
  readonly images: () => ImageProcess
  readonly pinSet: (name: string, accountId: string) => Promise<PinSet>
  readonly clientFor: (accountId: string) => Promise<UploadService>
  /** The name of the hosted service of an account; undefined for a Local studio. */
  readonly hostedName?: (accountId: string) => string | undefined
  /** The protocol parameters of an account's network, where a gateway of it is at hand. */
  readonly parametersOf?: (
    accountId: string,
    signal: AbortSignal | undefined,
  ) => Promise<ProtocolParameters | undefined>
  readonly mayStayLocal?: MayStayLocal
  readonly countImagesHere?: CountImagesHere
  /** Whether others can open what is pinned at the place of this name. */
  readonly isPublicTarget?: (name: string) => boolean
  /** Default: in a process of this one's binary. */
  readonly readTable?: ReadTable
  readonly readFolder?: ReadFolder
  readonly now?: () => Date
  readonly retrySettings?: Partial<RetrySettings>
}

export type InputOptions = ReadingOptions &
  OpeningOptions & {
    /** The job that the import goes on with; by default the last of the same folder and table. */
    readonly job?: string | undefined
  }

/** The imports of one data folder. */
export interface Imports {
  /**
   * A collection for the tokens of a folder's table; see `proposeCollection`. `open` says what an
   * import of the folder into it would stop at, `planned` what it would make; see `proposedTokens`.
   * @throws ColdpressError `invalid` (folder or table unreadable, or without a column of the request)
   */
  propose(
    request: SourceRequest & MappingRequest,
    options?: Pick<ReadingOptions, 'signal' | 'onProgress'>,
  ): Promise<CollectionProposal & { readonly planned: ProposedTokens }>
  /**
   * What an import would do, with each image decoded. Writes nothing but what it learned of images.
   * @throws ColdpressError `invalid` (folder or table unreadable), `not_found` (place to pin at),
   * and what the service throws.
   */
  plan(
    request: ImportRequest,
    options?: CheckOptions & OpeningOptions,
  ): Promise<Plan & Pick<PlanInputs, 'source' | 'mapped'>>
  /**
   * The table after the fixes of these rules; see `applyFixes`. Each image is decoded first, so that
   * a table has the same fixes whatever was known of its images before.
   * @param given what `inputs` read, and the settings to plan with @throws as `checkImages`
   */
  fixTable(
    given: PlanInputs & Pick<ImportRequest, 'settings'>,
    rules: ReadonlySet<string> | undefined,
    options?: CheckOptions,
  ): Promise<FixedTable>
  /**
   * Adds what the collection's metadata lacks for the folder's works. @returns the columns that it
   * was added for. @throws as plan and `placeWorks`
   * @param given what was read already
   */
  placeWorks(
    request: ImportRequest,
    options?: {
      readonly given?: Pick<PlanInputs, 'table' | 'files' | 'collection'>
      readonly signal?: AbortSignal
    },
  ): Promise<readonly string[]>
  /** All that the plan is made of, to plan again with `planInTurns` while a table is fixed. @throws as plan. */
  inputs(request: ImportRequest, options?: InputOptions): Promise<PlanInputs>
  /** Reads a table that stands by itself, such as a fixed copy. @throws as `readAnyTable` */
  readonly readTable: ReadTable
  /** How the folders of each collection were read and mapped before; a start remembers it. */
  readonly mappings: Mappings
  /**
   * How many images an import would leave on this computer only, or a change would sell from there;
   * 0 where that may be.
   */
  countLocalImages(
    request: Pick<ImportRequest, 'purpose' | 'accountId' | 'collectionId' | 'pinner'>,
    plan: Pick<Plan, 'tokens'>,
  ): Promise<number>
  /** Undoes what a job has changed; see `undoChanges`. @throws ColdpressError `conflict` for another one */
  undo(
    job: string,
    options?: { readonly signal?: AbortSignal; readonly onProgress?: (done: number) => void },
  ): Promise<UndoneChanges>
  /** Before so many tokens get a price; a start asks it of its own plan. See `requirePrices`. */
  requirePrices(collection: PricedCollection, priced: number, options?: PriceOptions): Promise<void>
  /** Decodes files and remembers the results for later plans and runs. @throws as `checkImages`. */
  readonly checkImages: (files: readonly FileEntry[], options?: CheckOptions) => Promise<void>
  /**
   * Runs an import, or goes on with the unfinished one of the same folder, table and collection.
   * @returns how it ended, also when it was stopped: see `stopped` and `summaryError`.
   * @throws ColdpressError `invalid` when the plan has errors (`details.issues`; nothing was
   * changed), `conflict` when another process runs it or it was started with other settings.
   */
  start(request: ImportRequest, options?: ImportRunOptions): Promise<Summary>
  /**
   * Goes on with a job, by default the newest unfinished one. Plans again first. Who started it has
   * decided about a rehearsal. @throws as start and `requireResumable`
   */
  resume(job?: string, options?: ImportRunOptions): Promise<Summary>
  /** A job that can go on. @throws ColdpressError `conflict` when it was cancelled or runs */
  requireResumable(job: string): ImportJob
  /**
   * Ends a job for good, also while another process runs it; what was uploaded stays.
   * By default the newest unfinished one.
   */
  cancel(job?: string): Promise<JobStatus>
  /** By default the newest job. @throws ColdpressError `not_found`. */
  status(job?: string): JobStatus
  /** Newest first. */
  list(): readonly JobStatus[]
  /** The content that the journals name: what was made of the images of tokens. */
  content(): readonly Cid[]
  /** The jobs alone, newest first, without counting what became of their items. */
  jobs(): readonly ImportJob[]
}

/** Of what a proposal says about the reading of its folder: a person reads no more at once. */
const mostNoticed = 10

export const createImports = (deps: ImportsDeps): Imports => {
  const now = deps.now ?? (() => new Date())
  const memory = createImageCache(deps.db, now)
  const mappings = createMappings(deps.db, now)
  const jobs = createJobs(deps.db, now)
  const inputDeps = { ...deps, memory, mappings, jobs }
  const sessions = createSessions({
    ...inputDeps,
    now,
    jobs,
    retrySettings: { ...defaultRetrySettings, ...deps.retrySettings },
  })
  const status = (job: ImportJob): JobStatus =>
    importStatusOf(deps.db, job, liveLease(deps.db, job.id, { now }))

  /** A change goes on with no other one: its table is made of what the tokens are now. */
  const jobBefore = (request: ImportRequest, { sources }: GatheredInputs): ImportJob | undefined =>
    request.purpose === 'change' ? undefined : jobs.latestFrom({ ...request, ...sources })

  const inputs = async (
    request: ImportRequest,
    { job: id, ...reading }: InputOptions = {},
  ): Promise<PlanInputs> => {
    const gathered = await gatherFor(inputDeps, request, reading)
    const job = id === undefined ? jobBefore(request, gathered) : requireJob(jobs, id)
    const items = job === undefined ? [] : openJournal(deps.db, job.id, { now }).items()
    const [held, parameters] = await Promise.all([
      gathered.list(),
      deps.parametersOf?.(request.accountId, reading.signal),
    ])
    const planned = planInputs(gathered, held, items)
    const otherSettings = job !== undefined && hasOtherImages(job, request)
    const contents = await contentsOf(planned, deps.store)
    return {
      ...planned,
      contents,
      failed: failedRows(items),
      otherSettings,
      earlierSettings: job?.settings,
      parameters,
    }
  }

  const requireResumable = (id: string): ImportJob => {
    const job = requireJob(jobs, id)
    if (job.state === 'cancelled') throw wasCancelled(job)
    const holder = liveLease(deps.db, id, { now })
    if (holder !== undefined) throw alreadyRunning(id, holder)
    return job
  }

  const check = async (files: readonly FileEntry[], options: CheckOptions = {}): Promise<void> => {
    if (files.length > 0) await checkImages(files, { images: deps.images(), memory }, options)
  }

  /** Plans tables of one folder, with each image decoded that they name. */
  const decodingPlanner = (
    given: PlanInputs & Pick<ImportRequest, 'settings'>,
    options: CheckOptions,
  ): ((table: Table) => Promise<Plan>) => {
    let { files } = given
    return async (table) => {
      const first = await planInTurns({ ...given, table, files }, options.signal)
      const unchecked = uncheckedFiles(first)
      if (unchecked.length === 0) return first
      const found = new Map<string, ImageCheck>()
      await check(unchecked, {
        ...options,
        onCheck: (file, result, progress) => {
          found.set(file.path, result)
          options.onCheck?.(file, result, progress)
        },
      })
      files = withChecks(files, ({ path }) => found.get(path))
      return await planInTurns({ ...given, table, files }, options.signal)
    }
  }

  return {
    propose: async (request, options) => {
      const reading = await readFolderTable(request, options, deps.readFolder)
      const { works: files, made, source, collectionName } = reading
      const { format, reason } = source
      const origin = {
        folder: reading.folder,
        // the names of images alone say what a camera calls them
        name: collectionName ?? (format === 'folder' ? nameOfFolder(reading.folder) : undefined),
      }
      const mapped = mapTable(reading.table, request).table
      const name = proposeName(mapped, origin, files)
      const naming = { made, names: source.names, assetNames: request.assetNames, isAsked: true }
      const { table } = await nameTable(
        mapped,
        { naming, files, collection: { name } },
        options?.signal,
      )
      const proposed = proposeCollection(table, { ...origin, name }, files)
      const { open, understood, plan } = await checkProposal(
        proposed,
        { table, files },
        options?.signal,
      )
      const noticed = [...understood, ...table.issues.map(({ message }) => message)]
      return {
        source: { format, reason },
        ...proposed,
        noticed: noticed.slice(0, mostNoticed),
        unlisted: Math.max(0, noticed.length - mostNoticed),
        open,
        planned: proposedTokens({ table, files }, plan, proposed.columns),
      }
    },
    plan: async (request, options = {}) => {
      const { settings } = request
      const given = await inputs(request, options)
      const plan = await decodingPlanner({ ...given, settings }, options)(given.table)
      return { ...plan, source: given.source, mapped: given.mapped }
    },
    fixTable: (given, rules, options = {}) =>
      applyFixes(given.table, rules, decodingPlanner(given, options)),
    placeWorks: async (request, { given, signal } = {}) => {
      const beforeChange = () => deps.requireSealing?.(request.accountId)
      if (given !== undefined)
        return placeWorks(given, await deps.clientFor(request.accountId), { beforeChange, signal })
      const { sources, service, collection } = await gatherFor(inputDeps, request, { signal })
      return placeWorks({ ...sources, collection }, service, { beforeChange, signal })
    },
    undo: async (id, options) => {
      const job = requireJob(jobs, id)
      const { account_id: accountId, collection_id: collectionId } = job
      const items = openJournal(deps.db, id, { now }).items()
      const service = await deps.clientFor(accountId)
      return await undoChanges(service, { job, collectionId, items }, options)
    },
    countLocalImages: async (request, plan) => {
      if (request.purpose === 'change') {
        const service = await deps.clientFor(request.accountId)
        const held = await Array.fromAsync(service.tokens(request.collectionId, { size: 100 }))
        const tokens = tokensToPrice(plan, held.map(listedToken))
        return tokens.length === 0 ? 0 : ((await deps.countImagesHere?.(request, tokens)) ?? 0)
      }
      return deps.isPublicTarget?.(request.pinner) === true ||
        (await deps.mayStayLocal?.(request)) !== false
        ? 0
        : imagesToStore(plan)
    },
    requirePrices: (collection, priced, options) =>
      requirePrices(deps, collection, priced, options),
    requireResumable,
    checkImages: check,
    inputs,
    readTable: deps.readTable ?? readAnyTable,
    mappings,
    start: async (request, options = {}) =>
      await sessions.run(
        request,
        options,
        options.job === undefined
          ? undefined
          : jobWithSettings(requireResumable(options.job), request),
      ),
    resume: async (id, options = {}) => {
      const job = id === undefined ? unfinished(jobs) : requireResumable(id)
      if (options.acceptsLocalImages === true) jobs.acceptLocalImages(job.id)
      const request = requestOfJob(jobs.get(job.id) ?? job, jobs)
      return await sessions.run(request, { ...options, skipsRehearsal: true }, job)
    },
    cancel: async (id) => {
      const job = id === undefined ? unfinished(jobs) : requireJob(jobs, id)
      if (job.state === 'done') throw isDone(job)
      jobs.setState(job.id, 'cancelled')
      await sessions.stop(job.id)
      return status(requireJob(jobs, job.id))
    },
    status: (id) => status(id === undefined ? newest(jobs) : requireJob(jobs, id)),
    list: () => jobs.list().map(status),
    jobs: () => jobs.list(),
    content: () => namedContent(deps.db),
  }
}

/** What is known of the images and works of the collection's tokens, where the folder has files. */
const contentsOf = async (
  { existing, files }: Pick<PlanInputs, 'existing' | 'files'>,
  store: Pick<ContentStore, 'hashesOf'>,
): Promise<KnownContents> => {
  if (files.length === 0) return new Map()
  const addresses = existing.flatMap(({ image, fields }) => [
    image ?? '',
    ...(fields.metadata_attributes ?? []).map(({ value }) => textOfValue(value)),
  ])
  const cids = addresses.flatMap((address) => {
    const cid = address.startsWith('ipfs://') ? readCid(address.slice('ipfs://'.length)) : undefined
    return cid?.v0 === undefined ? [] : [cid.v0]
  })
  return await store.hashesOf([...new Set(cids)])
}
