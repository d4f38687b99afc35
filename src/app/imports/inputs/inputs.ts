import type { ImportPurpose, ReadingView } from '#contract/imports/draft-view.ts'
import { inParallel } from '#values/work/in-parallel.ts'
import type { Collection } from '#contract/collections/collection.ts'
import type { ProtocolParameters } from '#cardano/parameters.ts'
import type { ImageSettings } from '#contract/imports/image-settings.ts'
import type { PinSet } from '#media/pinning/pin-set.ts'
import { isDriveSilent } from '#platform/disk/drive-reads.ts'
import { scanFolder } from './folder.ts'
import { existingTokens, openedTokens } from './held-tokens.ts'
import { nameTable, type Naming } from './made-names.ts'
import { type MappedTable, type MappingRequest, mapTable } from './map-table.ts'
import { readAnyFolder, type ReadFolder } from './folder-process.ts'
import type { ReadTable } from '../table/read-any-table.ts'
import type { FolderReading, SourceFormat, SourceRequest } from './open-source.ts'
import type { ImageCache } from '../journal/image-cache.ts'
import type { Jobs } from '../journal/jobs.ts'
import type { Mappings } from '../journal/mappings.ts'
import type { Item } from '../journal/journal-schema.ts'
import { withChecks } from '../pipeline/check-images.ts'
import { collectionTags } from '../plan/collection-tags.ts'
import { withoutNumbers } from '../plan/fix-edit.ts'
import { hashSourceFile } from '../pipeline/source.ts'
import type {
  ExistingToken,
  FailedRow,
  FileEntry,
  KnownContents,
  PassedOver,
  RoyaltyStatus,
} from '../plan/plan-types.ts'
import type { RememberedMapping } from '../plan/remembered-mapping.ts'
import { type SkippedRow, withoutRows } from '../table/skipped-rows.ts'
import { type ListedToken, listedToken } from '../upload/reconcile.ts'
import type { UploadService, TokenService } from '../upload/uploader.ts'

/** What a person asks for. */
export type ImportRequest = SourceRequest &
  MappingRequest & {
    /** By default it adds tokens. One that changes some reads no folder: see `gatherChange`. */
    readonly purpose?: ImportPurpose | undefined
    /** The tokens of the collection that are the table of a change, where no file is. */
    readonly tokens?: readonly string[] | undefined
    /** What these were when the table was made; by default what they are. */
    readonly opened?: readonly ExistingToken[] | undefined
    readonly collectionId: string
    readonly accountId: string
    readonly settings: ImageSettings
    /** Name of the place to pin at. */
    readonly pinner: string
    /** The user accepts that the images exist on this computer only. */
    readonly acceptsLocalImages?: boolean | undefined
    /** Rows of the table that are left out. */
    readonly skipped?: readonly SkippedRow[] | undefined
  }

/** The folder and the table as the disk has them. */
export type SourceInputs = MappedTable & {
  readonly folder: string
  readonly tablePath: string
  readonly files: readonly FileEntry[]
  readonly passedOver: readonly PassedOver[]
  readonly source: SourceFormat
  /** What was chosen for the collection before. */
  readonly remembered: RememberedMapping | undefined
  /** How names are made that the table lacks. */
  readonly naming: Omit<Naming, 'collection' | 'tags' | 'files'>
}

/** How far the reading is. `total`: null while it is not known. */
export type ReadingProgress = Pick<ReadingView, 'step' | 'done' | 'total'>

export type ReadingOptions = {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: ReadingProgress) => void) | undefined
  /** The table keeps its own headers: whoever asks applies what is remembered, and names it. */
  readonly keepsHeaders?: boolean | undefined
}

export type OpeningOptions = {
  /**
   * Called when the account and the place to pin at are open, and nothing is read yet: no large
   * part of the program is loaded after that.
   */
  readonly onOpened?: (() => void) | undefined
}

/** @throws ColdpressError `invalid` when the folder or the table cannot be read. */
const readSources = async (
  request: ImportRequest,
  { memory, readFolder = readAnyFolder(), jobs }: Pick<InputDeps, 'memory' | 'readFolder' | 'jobs'>,
  { signal, onProgress, keepsHeaders }: ReadingOptions,
): Promise<SourceInputs> => {
  const scanned = await scanFolder(request.folder, signal, foundBy(onProgress))
  const reading = await readFolder(request, scanned, signal)
  const { folder, tablePath, works, source } = reading
  const { table, mapped } =
    keepsHeaders === true ? { table: reading.table, mapped: [] } : mapTable(reading.table, request)
  const known = memory.reading(() => withKnownHashes(works, memory))
  const hashed = await hashEqualSizes(known, { signal, onProgress })
  memory.cacheHashes(hashed.filter((file, at) => file !== known[at]))
  return {
    folder,
    tablePath,
    table,
    files: memory.reading(() => withChecks(hashed, memory.checkOf)),
    passedOver: scanned.passedOver,
    source,
    mapped,
    remembered: request.remembered,
    naming: {
      made: reading.made,
      ...patternsBefore(request, reading, jobs),
      isAsked: request.assetNames !== undefined,
    },
  }
}

/** The patterns that were asked for, or made the names of the same table or of the last one before. */
const patternsBefore = (
  request: ImportRequest,
  { folder, tablePath, source }: FolderReading,
  jobs: InputDeps['jobs'],
): Pick<Naming, 'names' | 'assetNames'> => {
  const job = jobs.latestFrom({ ...request, folder, tablePath, source })
  const { names = job?.names ?? source.names, assetNames } = request
  if (assetNames !== undefined) return { names, assetNames }
  return {
    names,
    assetNames: job === undefined ? (request.remembered?.assetNames ?? undefined) : job.asset_names,
  }
}

/** The rows that are left out count when names are made: those of the others stay the same. */
const withNames = async (
  sources: SourceInputs,
  collection: Collection,
  { skipped = [], ownTable, assetNames: asked }: ImportRequest,
  { keepsHeaders = false, signal }: ReadingOptions,
): Promise<SourceInputs> => {
  // A fixed copy has the names that were made for it, and new columns are a choice beside the headers.
  const isNamed = ownTable !== undefined || (keepsHeaders && sources.naming.made === undefined)
  const { table, assetNames, names } = isNamed
    ? { table: sources.table, assetNames: asked, names: undefined }
    : await nameTable(sources.table, { ...sources, collection }, signal)
  // Another program means its columns, also those that number the rows.
  const isChosen = ownTable !== undefined || keepsHeaders || sources.source.format !== 'csv'
  const tags = collectionTags(collection.metadata ?? undefined)
  return {
    ...sources,
    table: withoutRows(isChosen ? table : withoutNumbers(table, tags), skipped),
    source: { ...sources.source, assetNames, names: names ?? sources.source.names },
  }
}

/**
 * The table of a folder and its files, without looking into the images.
 * @throws ColdpressError `invalid` when the folder or the table cannot be read
 */
export const readFolderTable = async (
  request: SourceRequest,
  { signal, onProgress }: Omit<ReadingOptions, 'keepsHeaders'> = {},
  readFolder: ReadFolder = readAnyFolder(),
): Promise<FolderReading> => {
  const scanned = await scanFolder(request.folder, signal, foundBy(onProgress))
  return await readFolder(request, scanned, signal)
}

const foundBy =
  (onProgress: ReadingOptions['onProgress']) =>
  (done: number): void =>
    onProgress?.({ step: 'files', done, total: null })

/** Adds the hashes that an earlier run found out, where a hash can matter: among equal sizes. */
const withKnownHashes = (files: readonly FileEntry[], memory: ImageCache): readonly FileEntry[] => {
  const bySize = Map.groupBy(files, ({ size }) => size)
  return files.map((file) => {
    const { inode } = file
    if (inode === undefined || (bySize.get(file.size)?.length ?? 0) < 2) return file
    const sha256 = memory.hashOf({ ...file, inode })
    return sha256 === undefined ? file : { ...file, sha256 }
  })
}

export const listHeldTokens = async (
  service: TokenService,
  { id, token_count: total }: Pick<Collection, 'id' | 'token_count'>,
  { signal, onProgress }: ReadingOptions,
): Promise<readonly ListedToken[]> => {
  const held: ListedToken[] = []
  for await (const token of service.tokens(id, { order: 'asc', size: 100, signal })) {
    held.push(listedToken(token))
    onProgress?.({ step: 'tokens', done: held.length, total: Math.max(total, held.length) })
  }
  return held
}

/** What a plan is made of. The table may be changed and planned with the rest as it was. */
export type PlanInputs = SourceInputs & {
  /** Set where the table changes tokens: what they were when it was made. */
  readonly opened?: readonly ExistingToken[] | undefined
  readonly collection: Collection
  readonly royalty: RoyaltyStatus | undefined
  readonly hostedBy: string | undefined
  readonly existing: readonly ExistingToken[]
  readonly contents?: KnownContents
  readonly failed?: readonly FailedRow[]
  readonly otherSettings?: boolean
  /** Those of the last import of the same folder and table. */
  readonly earlierSettings?: ImageSettings | undefined
  readonly parameters?: ProtocolParameters | undefined
}

/** Everything that an import starts from, read and opened; what the service holds is listed when asked. */
export type GatheredInputs = {
  readonly purpose: ImportPurpose
  /** What a change was asked for with. */
  readonly opened?: readonly ExistingToken[] | undefined
  readonly sources: SourceInputs
  readonly service: UploadService
  readonly pins: PinSet
  readonly collection: Collection
  readonly royalty: RoyaltyStatus | undefined
  /** The name of the hosted service that has the collection; undefined for a Local studio. */
  readonly hostedBy: string | undefined
  /** Every token of the collection, with what is needed of each. */
  readonly list: () => Promise<readonly ListedToken[]>
}

export type InputDeps = {
  readonly pinSet: (name: string, accountId: string) => Promise<PinSet>
  readonly clientFor: (accountId: string) => Promise<UploadService>
  readonly hostedName?: (accountId: string) => string | undefined
  readonly memory: ImageCache
  readonly mappings: Mappings
  readonly jobs: Pick<Jobs, 'latestFrom'>
  /** Default: in a process of this one's binary. */
  readonly readFolder?: ReadFolder | undefined
  /** Default: in a process of this one's binary. */
  readonly readTable?: ReadTable | undefined
}

/**
 * Gathers the inputs of a dry run, a draft or a run. A place to pin at that is not known stops all
 * three, so that no run stops there later.
 * @throws ColdpressError `invalid` (folder or table unreadable), `not_found` (place to pin at), and
 * what the service throws.
 */
export const gatherInputs = async (
  deps: InputDeps,
  request: ImportRequest,
  options: ReadingOptions &
    OpeningOptions & {
      /** Called before anything is asked of the service; may throw. */
      readonly onSources?: (sources: SourceInputs) => void
    },
): Promise<GatheredInputs> => {
  const { signal, onSources, onOpened } = options
  const remembered = deps.mappings.of(request)
  const service = await deps.clientFor(request.accountId)
  const pins = await deps.pinSet(request.pinner, request.accountId)
  onOpened?.()
  const read = await readSources({ ...request, remembered }, deps, options)
  onSources?.(read)
  const collection = await service.getCollection(request.collectionId, { signal })
  const sources = await withNames(read, collection, request, options)
  const royalty = await royaltyOf(service, collection, signal)
  const list = () => listHeldTokens(service, collection, options)
  const hostedBy = deps.hostedName?.(request.accountId)
  return { purpose: 'add', sources, service, pins, collection, royalty, hostedBy, list }
}

/**
 * A service that cannot say it stops no import: the mint asks again. Its mints are read, for asking for
 * the royalty itself makes the key that it is paid to, without a seal while the vault is locked.
 */
const royaltyOf = async (
  service: TokenService,
  { id, royalty }: Collection,
  signal: AbortSignal | undefined,
): Promise<RoyaltyStatus | undefined> => {
  if (royalty === undefined || royalty === null) return undefined
  // The service has read the first one of the policy, whoever minted it.
  if (royalty.tx_id !== undefined) return royalty.metadata === undefined ? 'impossible' : 'minted'
  try {
    if (service.mints === undefined) return undefined
    for await (const { kind, status } of service.mints(id, { signal }))
      if (kind === 'royalty' && status === 'completed') return 'minted'
    return 'unpaid'
  } catch {
    signal?.throwIfAborted()
    return undefined
  }
}

/** What to plan with: the gathered inputs, what the collection holds, and the job's journal. */
export const planInputs = (
  {
    purpose,
    opened,
    sources,
    collection,
    royalty,
    hostedBy,
  }: Pick<GatheredInputs, 'purpose' | 'opened' | 'sources' | 'collection' | 'royalty' | 'hostedBy'>,
  held: readonly ListedToken[],
  items: readonly Item[],
): PlanInputs => ({
  ...sources,
  collection,
  royalty,
  hostedBy,
  ...(purpose === 'change'
    ? { existing: held, opened: openedTokens(opened ?? held, items) }
    : { existing: existingTokens(held, items) }),
})

/** The rows that an earlier run of the job could not add. */
export const failedRows = (items: readonly Item[]): readonly FailedRow[] =>
  items.flatMap(({ asset_name: assetName, request, image, works, error, cid }) => {
    if (error === null) return []
    const isAboutImage = image.kind === 'file' && cid === null
    return [{ assetName, request, image, works, isAboutImage, message: error.message }]
  })

/** Some are hashed while the others wait for their drive. */
const hashedAtOnce = 8

/**
 * Adds the content's hash to files that have another's size: only these can be the same image
 * twice, so that a plan finds doubles without reading the whole folder.
 * A file that cannot be read stays without a hash; the run reports why.
 */
export const hashEqualSizes = async (
  files: readonly FileEntry[],
  { signal = new AbortController().signal, onProgress }: ReadingOptions = {},
): Promise<readonly FileEntry[]> => {
  const bySize = Map.groupBy(files, ({ size }) => size)
  const isWanted = ({ size, sha256 }: FileEntry): boolean =>
    size > 0 && sha256 === undefined && (bySize.get(size)?.length ?? 0) > 1
  const wanted = [...files.entries()].filter(([, file]) => isWanted(file))
  const hashed = [...files]
  let done = 0
  await inParallel(wanted, hashedAtOnce, async ([at, file]) => {
    hashed[at] = await withHash(file, signal)
    done += 1
    onProgress?.({ step: 'hashes', done, total: wanted.length })
  })
  return hashed
}

const withHash = async (file: FileEntry, signal: AbortSignal): Promise<FileEntry> => {
  try {
    return { ...file, sha256: await hashSourceFile(file.path, file.size, signal) }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof Error && !isDriveSilent(error)) return file
    throw error
  }
}
