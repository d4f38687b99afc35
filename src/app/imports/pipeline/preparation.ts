import { basename } from 'node:path'
import { Cid } from '#media/content/cid.ts'
import type { ContentStore } from '#media/content/store.ts'
import { removeTemporaries } from '#platform/disk/temporary-file.ts'
import type { ImageSettings } from '#contract/imports/image-settings.ts'
import {
  type ImageOutcome,
  settingsKey,
  type SourceRead,
  type ThumbnailType,
} from '#media/images/image-job.ts'
import { nameNote } from '#media/images/name-note.ts'
import { keptNotes, planOutput } from '#media/images/plan-output.ts'
import type { ImageProcess } from '#media/images/process.ts'
import type { PinSet } from '#media/pinning/pin-set.ts'
import { untilAborted } from '#values/work/until-aborted.ts'
import {
  cacheKeyOf,
  type CachedImage,
  type FileIdentity,
  type ImageCache,
} from '../journal/image-cache.ts'
import type { ImportJournal } from '../journal/journal.ts'
import type { Item } from '../journal/journal-schema.ts'
import { inlineImage } from './inline-image.ts'
import { createRecall } from './recall.ts'
import { storeWork } from './store-work.ts'
import type { PreparedImages, ThumbnailFile } from './prepared-images.ts'
import { type RetrySettings, retryTransient } from './retry-transient.ts'
import { changedSource, hashSourceFile, identify, type PlannedFile } from './source.ts'

/** An item on its way; `position` is its place in the order of rows. */
export type Entry = { readonly position: number; readonly item: Item }

export type FileEntryWork = Entry & { readonly file: PlannedFile }
/** What a file was when its bytes were read. */
type Seen = { readonly identity: FileIdentity; readonly sha256: string }
/** `seen` only where an earlier import may have worked on the same bytes: else nothing was read. */
export type Hashed = FileEntryWork & { readonly seen: Seen | undefined }
/** `target` holds the changed image; an untouched one has none. */
export type Processed = Hashed & {
  readonly outcome: Pick<ImageOutcome, 'mediaType' | 'notes' | 'untouched' | 'source'>
  readonly target: string | undefined
  readonly thumbnail?: ThumbnailFile | undefined
}

/** What the window adds to a run. */
export type WindowImages = {
  /** What the draft's checks and previews have made. */
  readonly prepared: Pick<PreparedImages, 'take'>
  /** Takes the thumbnail of a stored image over. Never fails. */
  readonly keepThumbnail: (cid: Cid, thumbnail: ThumbnailFile) => Promise<void>
}
/** An item whose image is in the content store, or elsewhere: then there is no `made`. */
export type WithImage = Entry & { readonly made?: CachedImage | undefined }
export type StoredImage = Entry & { readonly made: CachedImage }

export type PreparationOptions = {
  readonly settings: ImageSettings
  readonly journal: ImportJournal
  readonly memory: ImageCache
  readonly store: ContentStore
  /** Starts the image process when first asked for. */
  readonly images: () => ImageProcess
  readonly window?: WindowImages | undefined
  /** Called with each image that the image process has begun to work on. */
  readonly onDecode?: (() => void) | undefined
  /** Called when images of an earlier import were found, which need no decoding. */
  readonly onRecalled?: (() => void) | undefined
  readonly pins: PinSet
  /** Goes into the names of the pins. */
  readonly collectionName: string
  readonly retrySettings: RetrySettings
  readonly signal: AbortSignal
}

/** The steps that turn a source file into pinned content. Each but the first may fail for its item alone. */
export interface Preparation {
  /** The items, those with their image whose file and settings an earlier import had; see {@link createRecall}. */
  recall(items: readonly Item[]): Promise<readonly Item[]>
  hash(work: FileEntryWork): Promise<Hashed>
  /** What an earlier import made of the same bytes with the same settings, written down if so. */
  findCached(work: Hashed): Promise<StoredImage | undefined>
  process(work: Hashed): Promise<Processed>
  /** Takes the result into the content store; the temporary file is gone afterwards. */
  storeImage(work: Processed): Promise<StoredImage>
  /** Takes the item's works into the content store, byte for byte. */
  storeWorks(work: WithImage): Promise<WithImage>
  pin(work: WithImage): Promise<void>
  /** Removes what was processed and not kept, once nothing works any more. */
  clear(): Promise<void>
}

export const createPreparation = (options: PreparationOptions): Preparation => {
  const { journal, memory, store, settings, signal } = options
  // The versions are part of the key: another library makes other bytes, hence other CIDs.
  let key: Promise<string> | undefined
  const currentKey = (): Promise<string> =>
    (key ??= options
      .images()
      .versions()
      .then((versions) => settingsKey(settings, versions)))

  const keyOf = async (file: PlannedFile, { sha256 }: Seen): Promise<string> =>
    cacheKeyOf(sha256, file.name, await currentKey())

  /** Sizes of files that the journal is still to write into the caches. */
  const uncached = new Set<number>()

  const writeDown = (
    { item, position }: Entry,
    { identity, sha256 }: Seen,
    cacheKey: string,
    made: CachedImage,
  ): StoredImage => {
    uncached.add(identity.size)
    journal.imaged(item.asset_name, { sha256, ...made }, () => {
      memory.cacheHash(identity, sha256)
      memory.cacheImage(cacheKey, made)
      uncached.delete(identity.size)
    })
    return { item, position, made }
  }

  /** Temporary files of finished images, until they are kept. */
  const unkept = new Set<string>()
  const turns = createTurns(signal)

  /** What was made belongs to this run from now on. */
  const own = async (
    work: Hashed,
    { outcome, target, thumbnail }: Omit<Processed, keyof Hashed>,
  ): Promise<Processed> => {
    const made = [target, thumbnail?.path]
    try {
      requireUnchanged(work, outcome.source)
    } catch (error) {
      await removeTemporaries(made)
      throw error
    }
    for (const path of made) if (path !== undefined) unkept.add(path)
    return { ...work, outcome, target, thumbnail }
  }

  const keepThumbnail = async (cid: Cid, thumbnail: ThumbnailFile | undefined): Promise<void> => {
    if (thumbnail === undefined) return
    unkept.delete(thumbnail.path)
    await options.window?.keepThumbnail(cid, thumbnail)
  }

  const steps: Preparation = {
    recall: createRecall(options, currentKey),
    hash: async (work) => {
      if (uncached.has(work.file.size)) journal.flush()
      // else the image process reads and hashes it once, for both
      if (!memory.hasFileOfSize(work.file.size)) return { ...work, seen: undefined }
      const identity = await identify(work.file, signal)
      const sha256 =
        memory.hashOf(identity) ?? (await hashSourceFile(work.file.path, identity.size, signal))
      return { ...work, seen: { identity, sha256 } }
    },
    findCached: async (work) => {
      if (work.seen === undefined) return undefined
      const cacheKey = await keyOf(work.file, work.seen)
      const made = memory.imageOf(cacheKey)
      return made === undefined || !(await store.isSound(made.cid))
        ? undefined
        : writeDown(work, work.seen, cacheKey, made)
    },
    process: async (work) => {
      const ready = options.window?.prepared.take(work.file, settings)
      if (ready !== undefined) return own(work, ready)
      const kept = keptAfterCheck(work, settings, memory)
      if (kept !== undefined) return kept
      const target = store.tempPath()
      const thumbnail = options.window && store.tempPath()
      try {
        const job = { source: work.file.path, target, settings, thumbnail }
        const decoding = options.images().process(job, signal)
        options.onDecode?.()
        const outcome = await decoding
        return await own(work, {
          outcome,
          target,
          thumbnail: thumbnailFile(thumbnail, outcome.thumbnail),
        })
      } catch (error) {
        await removeTemporaries([target, thumbnail])
        throw error
      }
    },
    storeImage: async (work) => {
      const { file, outcome, target, thumbnail } = work
      const { mediaType, notes, untouched } = outcome
      const { sha256, ...identity } = outcome.source
      if (target !== undefined) unkept.delete(target)
      const stored =
        untouched || target === undefined
          ? await store.addFile(file.path, { signal })
          : await store.adopt(target)
      if (untouched) {
        // the copy was made after the image process had read the file
        await identify(file, signal)
        requireSame(file, sha256 ?? work.seen?.sha256 ?? null, stored.sha256)
      }
      const seen = {
        identity: { path: file.path, ...identity },
        sha256: sha256 ?? stored.sha256,
      }
      await keepThumbnail(stored.cid, thumbnail)
      const made = { cid: stored.cid, mediaType, notes }
      return writeDown(work, seen, await keyOf(file, seen), made)
    },
    storeWorks: async (entry) => {
      let { works } = entry.item
      for (const work of works) {
        if (work.cid !== null) continue
        await turns.start(work.file.path)
        try {
          journal.flush()
          const { made, also } = await storeWork(work, options)
          works = works.map((other) => (other.tag === work.tag ? made : other))
          journal.stored(entry.item.asset_name, works, also)
        } finally {
          turns.end(work.file.path)
        }
      }
      return { ...entry, item: { ...entry.item, works } }
    },
    pin: async ({ item, made }) => {
      const label = { collection: options.collectionName, token: item.asset_name }
      const isInline = options.pins.noteAnswers !== undefined
      if (isInline && made !== undefined) await inlineImage(store, made.cid)
      const works = item.works.flatMap(({ cid }) => (cid === null ? [] : [Cid(cid)]))
      for (const cid of [...(made === undefined ? [] : [made.cid]), ...works])
        await retryTransient(
          () => options.pins.pin(cid, signal, label),
          options.retrySettings,
          signal,
        )
      // of a token that the collection has, only its image may be pinned again
      if (item.stage !== 'added') journal.pinned(item.asset_name)
    },
    clear: () => removeTemporaries(unkept),
  }

  /** The turn of a file that several rows name ends with its image, or with what kept it from one. */
  const untilMade =
    <T extends FileEntryWork, R>(work: (given: T) => Promise<R>, isLast: (result: R) => boolean) =>
    async (given: T): Promise<R> => {
      let ends = true
      try {
        const result = await work(given)
        ends = isLast(result)
        return result
      } finally {
        if (ends) turns.end(given.file.path)
      }
    }
  const goesOn = (): boolean => false
  return {
    ...steps,
    hash: async (work) => {
      await turns.start(work.file.path)
      return await untilMade(
        (fileEntryWork: FileEntryWork) => steps.hash(fileEntryWork),
        goesOn,
      )(work)
    },
    findCached: untilMade(
      (work: Hashed) => steps.findCached(work),
      (found) => found !== undefined,
    ),
    process: untilMade((work: Hashed) => steps.process(work), goesOn),
    storeImage: untilMade(
      (work: Processed) => steps.storeImage(work),
      () => true,
    ),
  }
}

/** One after the other for each file: what the first made of it is there for the others. */
const createTurns = (signal: AbortSignal) => {
  const taken = new Map<string, PromiseWithResolvers<void>>()
  return {
    start: async (path: string): Promise<void> => {
      for (let other = taken.get(path); other !== undefined; other = taken.get(path))
        // what is before it in a run that stops never ends
        await untilAborted(other.promise, signal)
      taken.set(path, Promise.withResolvers())
    },
    end: (path: string): void => {
      taken.get(path)?.resolve()
      taken.delete(path)
    },
  }
}

const thumbnailFile = (
  path: string | undefined,
  mediaType: ThumbnailType | undefined,
): ThumbnailFile | undefined =>
  path === undefined || mediaType === undefined ? undefined : { path, mediaType }

/** The image process must have seen the file that was planned, and the bytes that were hashed. */
const requireUnchanged = ({ file, seen }: Hashed, read: SourceRead): void => {
  if (read.size !== file.size || read.mtimeMs !== file.mtimeMs) throw changedSource(file)
  requireSame(file, seen?.sha256 ?? null, read.sha256)
}

/** Two readings of a file; null for none. */
const requireSame = (file: PlannedFile, cid: string | null, other: string | null): void => {
  if (cid !== null && other !== null && cid !== other) throw changedSource(file)
}

/**
 * The outcome of a file that was checked while the import was planned, and that these settings leave
 * as it is: there is nothing left for the image process to do. Its bytes are compared by their hash
 * when the content store takes them.
 */
const keptAfterCheck = (
  work: Hashed,
  settings: ImageSettings,
  memory: ImageCache,
): Processed | undefined => {
  const { file, seen } = work
  const check = seen === undefined ? undefined : memory.checkOf(file)
  if (seen === undefined || check?.kind !== 'sound') return undefined
  const { header, mediaType, hasGps, source } = check.image
  if (header === null || source.sha256 !== seen.sha256) return undefined
  const plan = planOutput(header, settings, hasGps)
  if (plan.action !== 'keep') return undefined
  const note = nameNote(basename(file.path), mediaType)
  const notes = [...(note === undefined ? [] : [note]), ...keptNotes(plan.notes, hasGps)]
  return { ...work, outcome: { mediaType, notes, untouched: true, source }, target: undefined }
}

/** What the journal knows of an item's image from an earlier run. */
export const madeBefore = (item: Item): CachedImage | undefined =>
  item.cid === null || item.media_type === null
    ? undefined
    : { cid: Cid(item.cid), mediaType: item.media_type, notes: item.notes }
