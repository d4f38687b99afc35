import { errorRecordOf } from '#values/errors/error-record.ts'
import { limits } from '#values/bounds/limits.ts'
import { bytesOf } from '#values/text/text.ts'
import type { TargetHolding } from '#media/pinning/pin-set.ts'
import type { ItemOutcome } from '../journal/journal.ts'
import type { Item, ImportJob } from '../journal/journal-schema.ts'
import { type Breaker, createBreaker } from '../pipeline/breaker.ts'
import {
  createPreparation,
  type Entry,
  type FileEntryWork,
  type Hashed,
  type Preparation,
  type PreparationOptions,
  type Processed,
  type WithImage,
} from '../pipeline/preparation.ts'
import { createQueue, drain, type Queue } from '../pipeline/queue.ts'
import { feed } from './feed.ts'
import { createProgress, type ImportProgress, type ImportStage, type Progress } from './progress.ts'
import { needsImage, needsWorks, stageTotals } from './stage-totals.ts'
import { inlineImage, inlineLength } from '../pipeline/inline-image.ts'
import { tokenToSend } from '../upload/token-to-send.ts'
import { createBatcher, type Batcher } from '../upload/batcher.ts'
import { findUnpinned, isPinnedAgain } from './find-unpinned.ts'
import type { ListedToken, TokenToSend } from '../upload/reconcile.ts'
import { createChanger } from '../upload/change-tokens.ts'
import { createUploader, type TokenService } from '../upload/uploader.ts'

export type RunDeps = Omit<PreparationOptions, 'signal' | 'settings'> & {
  readonly job: Pick<ImportJob, 'id' | 'purpose' | 'collection_id' | 'settings'>
  readonly service: TokenService
  /** What the journal has, in row order. */
  readonly items: readonly Item[]
  /** The collection's current tokens. */
  readonly held: readonly ListedToken[]
  /** Monotonic milliseconds. */
  readonly clock: () => number
}

export type RunOptions = {
  readonly signal: AbortSignal
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined
}

export type RunEnd = {
  readonly tally: RunTally
  /** How many of the images each target has, as it answered. */
  readonly holdings: readonly TargetHolding[]
  /** The images that fewer targets have than the rule of the pin target asks for. */
  readonly unpinned: number
  /** Why it ended early: an error that affects all items, or the signal's reason. */
  readonly stoppedBy?: unknown
}

/** Token counts of one run; `found` were in the collection before. */
export type RunTally = { readonly added: number; readonly found: number; readonly failed: number }

/**
 * Sizes of the pipeline. Queues hold paths, hashes and CIDs, never bytes: memory does not grow with
 * the number of images. The image process is slowest, so the queue before it is never empty and the
 * one after it never full.
 */
export const sizes = {
  hashing: 2,
  storing: 4,
  /** Each reads and writes a file that may have gigabytes. */
  works: 2,
  /** More than go at once: what waits goes together, several small images to one request. */
  pinning: 32,
  /**
   * Requests at once: what a service allows in a second, beside the time that an answer takes. At 10
   * a second and 200 ms two are enough; the others are for slower answers.
   */
  uploading: 8,
  /** With images in the requests: each holds several megabytes, and the connection is the limit. */
  uploadingImages: 2,
  /** On this computer nothing is gained by more, and the tokens come in the order of rows. */
  uploadingHere: 1,
  /** Batches whose intents wait for the disk together, where one is sent after the other. */
  intendedHere: 4,
  beforeImages: 4,
  beforeStoring: 32,
  beforeWorks: 32,
  beforePinning: 64,
  beforeUpload: 64,
} as const

/**
 * Finished images are stored in groups: one sync serves several, and the image process's cores are
 * disturbed less often (docs/benchmarks.md).
 */
const storedTogetherMs = 250

const batchLimits = { items: limits.tokensPerRequest, bytes: 1024 * 1024, window: 64 }

/** With images in base64: a batch is held in memory, and is sent again whole after a lost answer. */
const inlineBatchLimits = { ...batchLimits, bytes: 8 * 1024 * 1024 }

const bytesToSend = ({ inline, ...sent }: TokenToSend): number =>
  bytesOf(JSON.stringify(sent)) + inlineLength(inline?.size ?? 0)

/**
 * Brings the journal's items into the collection: hash → image → content store → works → pin → upload,
 * each stage with a bounded queue before it. An item that fails is written down and the others go
 * on; what would meet all of them (`unauthorized`, `unreachable`, `disk_full`, …) stops the run.
 * Settles only when all work has ended; the journal then has the state of each item.
 */
export const runImport = async (deps: RunDeps, options: RunOptions): Promise<RunEnd> => {
  const { items } = deps
  const stopper = new AbortController()
  const signal = AbortSignal.any([options.signal, stopper.signal])
  const progress = createProgress({
    job: deps.job.id,
    stages: stageTotals(items),
    clock: deps.clock,
    onProgress: options.onProgress,
  })
  const tally = { added: 0, found: 0, failed: 0 }
  const limitsOfBatch = deps.pins.noteAnswers === undefined ? batchLimits : inlineBatchLimits
  const batcher = createBatcher<TokenToSend>(items.length, limitsOfBatch, bytesToSend)
  const context: RunContext = {
    deps,
    signal,
    stop: (error) => stopper.abort(error),
    progress,
    batcher,
    tally,
    breaker: createBreaker(),
  }
  const steps = createPreparation({ ...deps, settings: deps.job.settings, signal })
  progress.flush()
  const rejected = await settleAll([guarded(context.stop, start(context, steps, items))])
  await steps.clear()
  progress.flush()
  deps.pins.noteAnswers?.(deps.journal.imageAnswers())
  const content = deps.journal.content()
  const end = {
    tally,
    holdings: deps.pins.holdings(content),
    unpinned: deps.pins.short(content).length,
  }
  return rejected === undefined ? end : { ...end, stoppedBy: rejected.reason }
}

/** Asks the pin targets about the images that the journal calls pinned, then starts the stages. */
const start = async (
  context: RunContext,
  steps: Preparation,
  items: readonly Item[],
): Promise<void> => {
  const unpinned = await findUnpinned(context.deps, items, context.signal)
  const again = items.filter((item) => isPinnedAgain(item, unpinned))
  context.progress.again('pin', again.length)
  const rejected = await settleAll(startStages(context, steps, items, unpinned))
  if (rejected !== undefined) throw rejected.reason
}

/** State shared by the stages of one run. */
type RunContext = {
  readonly deps: RunDeps
  readonly signal: AbortSignal
  readonly stop: (error: unknown) => void
  readonly progress: Progress
  readonly batcher: Batcher<TokenToSend>
  readonly tally: { added: number; found: number; failed: number }
  readonly breaker: Breaker<ImportStage>
}

/** Starts every stage; a queue closes when all its producers have ended. */
const startStages = (
  context: RunContext,
  steps: Preparation,
  items: readonly Item[],
  unpinned: ReadonlySet<string>,
): Promise<void>[] => {
  const { deps, signal, stop } = context
  const toHash = createQueue<FileEntryWork>(sizes.beforeImages, signal)
  const toProcess = createQueue<Hashed>(sizes.beforeImages, signal)
  const toStore = createQueue<Processed>(sizes.beforeStoring, signal, storedTogetherMs)
  const toWorks = createQueue<WithImage>(sizes.beforeWorks, signal)
  const toPin = createQueue<WithImage>(sizes.beforePinning, signal)
  const toUpload = createQueue<WithImage>(sizes.beforeUpload, signal)
  const afterImage = async (entry: WithImage): Promise<void> => {
    if (needsWorks(entry.item)) return toWorks.push(entry)
    context.progress.done('image')
    return toPin.push(entry)
  }

  const hash = step(context, 'hash', async (work: FileEntryWork) => {
    const hashed = await steps.hash(work)
    context.progress.done('hash')
    const prepared = await steps.findCached(hashed)
    return prepared === undefined ? toProcess.push(hashed) : afterImage(prepared)
  })
  const process = step(context, 'image', async (work: Hashed) => {
    await toStore.push(await steps.process(work))
  })
  const storeImage = step(context, 'image', async (work: Processed) => {
    await afterImage(await steps.storeImage(work))
  })
  const storeWorks = step(context, 'image', async (work: WithImage) => {
    const stored = await steps.storeWorks(work)
    context.progress.done('image')
    await toPin.push(stored)
  })
  const pin = step(context, 'pin', async (work: WithImage) => {
    await steps.pin(work)
    context.progress.done('pin')
    if (work.item.stage !== 'added') await toUpload.push(work)
  })

  const queues = { toHash, toWorks, toPin, toUpload }
  const fed = guarded(stop, feed({ ...context, steps, unpinned, queues }, items))
  const hashed = drain(toHash, sizes.hashing, hash, stop)
  const processed = drain(toProcess, lazyWorkers(deps, items), process, stop)
  const prepared = drain(toStore, sizes.storing, storeImage, stop)
  const worksStored = drain(toWorks, sizes.works, storeWorks, stop)
  const pinned = drain(toPin, sizes.pinning, pin, stop)
  const uploaded = guarded(stop, upload(context, toUpload))
  return [
    closeQueue(toHash, [fed]),
    closeQueue(toProcess, [hashed]),
    closeQueue(toStore, [processed]),
    closeQueue(toWorks, [fed, hashed, prepared]),
    closeQueue(toPin, [fed, hashed, prepared, worksStored]),
    closeQueue(toUpload, [fed, pinned]),
    uploaded,
  ]
}

/** Runs a stage on one item. Its error fails the item, or the run if it would affect all items. */
const step =
  <T extends Entry>(context: RunContext, stage: ImportStage, work: (entry: T) => Promise<void>) =>
  async (entry: T): Promise<void> => {
    try {
      await work(entry)
      context.breaker.good(stage)
    } catch (error) {
      context.signal.throwIfAborted()
      if (context.breaker.bad(stage, error)) throw error
      // The token is in the collection: only its image is not where it should be.
      if (entry.item.stage === 'added') return
      const { asset_name: assetName, row } = entry.item
      const record = errorRecordOf(error)
      context.deps.journal.failed(assetName, {
        ...record,
        message: `Row ${row}: ${record.message}`,
      })
      context.tally.failed += 1
      context.batcher.gone(entry.position)
      context.progress.failed(stage)
    }
  }

const toSend = async (
  { pins, store }: RunDeps,
  { item, made }: WithImage,
): Promise<TokenToSend> => {
  const { cid = null, mediaType = null } = made ?? {}
  const sent = tokenToSend(item, { cid, mediaType })
  return cid === null || pins.noteAnswers === undefined
    ? sent
    : { ...sent, inline: await inlineImage(store, cid) }
}

/** Sends complete batches, several at once where the service is far away. */
const upload = async (context: RunContext, queue: Queue<WithImage>): Promise<void> => {
  const { deps, batcher, signal } = context
  const grace = graceAfter(signal, deps.retrySettings.graceMs)
  const create = deps.job.purpose === 'change' ? createChanger : createUploader
  const uploader = create({
    ...deps,
    collectionId: deps.job.collection_id,
    signal,
    lastSignal: grace.signal,
    onOutcome: (outcome, found) => count(context, outcome, found),
  })
  const together = deps.service.isOwnStudio === true ? sizes.intendedHere : 1
  const batches = createQueue<readonly TokenToSend[]>(together, signal)
  const pushAll = async (flush: boolean): Promise<void> => {
    for (let batch = batcher.take(flush); batch !== undefined; batch = batcher.take(flush))
      await batches.push(batch)
  }
  const collect = async (): Promise<void> => {
    for (let entry = await queue.take(); entry !== undefined; entry = await queue.take()) {
      batcher.ready(entry.position, await toSend(deps, entry))
      await pushAll(false)
    }
    await pushAll(true)
  }
  const collected = guarded(context.stop, collect())
  const send = async (first: readonly TokenToSend[]): Promise<void> => {
    const some = [first]
    while (some.length < together && batches.size > 0) some.push((await batches.take()) ?? [])
    await uploader.send(some)
  }
  const sent = drain(batches, uploadsAtOnce(deps), send, context.stop)
  const rejected = await settleAll([closeQueue(batches, [collected]), sent])
  grace.end()
  if (rejected !== undefined) throw rejected.reason
}

const uploadsAtOnce = ({ service, pins }: RunDeps): number => {
  if (service.isOwnStudio === true) return sizes.uploadingHere
  return pins.noteAnswers === undefined ? sizes.uploading : sizes.uploadingImages
}

const count = ({ tally, progress }: RunContext, { kind }: ItemOutcome, found: boolean): void => {
  if (kind === 'again') return
  if (kind === 'failed') {
    tally.failed += 1
    progress.failed('upload')
    return
  }
  tally[found ? 'found' : 'added'] += 1
  progress.done('upload')
}

/** Avoids starting the image process when no file needs it. */
const lazyWorkers = (deps: RunDeps, items: readonly Item[]): number =>
  items.some((item) => needsImage(item)) ? deps.images().inFlight : 1

const guarded = async (stop: (error: unknown) => void, work: Promise<void>): Promise<void> => {
  try {
    await work
  } catch (error) {
    stop(error)
    throw error
  }
}

const closeQueue = async (
  queue: { readonly close: () => void },
  feeders: readonly Promise<void>[],
): Promise<void> => {
  await Promise.all(feeders)
  queue.close()
}

/** Waits for all, then throws the first error: running stages may still write. */
const settleAll = async (
  stages: readonly Promise<void>[],
): Promise<PromiseRejectedResult | undefined> =>
  (await Promise.allSettled(stages)).find((end) => end.status === 'rejected')

/** A signal that follows another after a while, for what had better come to its end. */
const graceAfter = (
  signal: AbortSignal,
  graceMs: number,
): { readonly signal: AbortSignal; readonly end: () => void } => {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const onAbort = (): void => {
    timer = setTimeout(() => controller.abort(signal.reason), graceMs)
  }
  signal.addEventListener('abort', onAbort, { once: true })
  return {
    signal: controller.signal,
    end: () => {
      signal.removeEventListener('abort', onAbort)
      clearTimeout(timer)
    },
  }
}
