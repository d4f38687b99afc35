import { rm } from 'node:fs/promises'
import { Cid } from '../../content/cid.ts'
import type { ContentStore } from '../../content/store.ts'
import { type ImageOutcome, type ImageSettings, settingsKey } from '../../images/image-job.ts'
import type { ImageProcess } from '../../images/process.ts'
import type { Pinner } from '../../pinning/pinner.ts'
import {
  cacheKeyOf,
  type CachedImage,
  type FileIdentity,
  type ImageMemory,
} from '../journal/image-memory.ts'
import type { Journal } from '../journal/journal.ts'
import type { Item } from '../journal/journal-schema.ts'
import { type Patience, withPatience } from './patience.ts'
import { changedSource, hashFile, identify, type PlannedFile } from './source.ts'

/** An item on its way; `position` is its place in the order of rows. */
export type Entry = { readonly position: number; readonly item: Item }

export type FileEntryWork = Entry & { readonly file: PlannedFile }
export type Hashed = FileEntryWork & {
  readonly identity: FileIdentity
  readonly sha256: string
  readonly cacheKey: string
}
export type Processed = Hashed & { readonly outcome: ImageOutcome; readonly target: string }
export type Kept = Entry & { readonly made: CachedImage }

export type PreparationOptions = {
  readonly settings: ImageSettings
  readonly journal: Journal
  readonly memory: ImageMemory
  readonly store: ContentStore
  /** Starts the image process when first asked for. */
  readonly images: () => ImageProcess
  readonly pinner: Pinner
  readonly patience: Patience
  readonly signal: AbortSignal
}

/** The steps that turn a source file into pinned content. Each may fail for its item alone. */
export interface Preparation {
  hash(work: FileEntryWork): Promise<Hashed>
  /** What an earlier import made of the same bytes with the same settings, written down if so. */
  recall(work: Hashed): Kept | undefined
  process(work: Hashed): Promise<Processed>
  /** Takes the result into the content store; the temporary file is gone afterwards. */
  keep(work: Processed): Promise<Kept>
  pin(work: Kept): Promise<void>
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

  const writeDown = (
    { item, position, identity, sha256, cacheKey }: Hashed,
    made: CachedImage,
  ): Kept => {
    journal.imaged(item.asset_name, { sha256, ...made }, () => {
      memory.rememberHash(identity, sha256)
      memory.rememberImage(cacheKey, made)
    })
    return { item, position, made }
  }

  return {
    hash: async (work) => {
      const identity = await identify(work.file)
      const sha256 =
        memory.hashOf(identity) ?? (await hashFile(work.file.path, identity.size, signal))
      const cacheKey = cacheKeyOf(sha256, work.file.name, await currentKey())
      return { ...work, identity, sha256, cacheKey }
    },
    recall: (work) => {
      const made = memory.imageOf(work.cacheKey)
      return made === undefined || store.get(made.cid) === undefined
        ? undefined
        : writeDown(work, made)
    },
    process: async (work) => {
      const target = store.tempPath()
      try {
        const job = { source: work.file.path, target, settings }
        const outcome = await options.images().process(job, signal)
        return { ...work, outcome, target }
      } catch (error) {
        await rm(target, { force: true })
        throw error
      }
    },
    keep: async (work) => {
      const { file, outcome, target } = work
      const stored = outcome.untouched ? await store.putFile(file.path) : await store.adopt(target)
      // The image process read the file after it was hashed: both must have seen the same bytes.
      await identify(file)
      if (outcome.untouched && stored.sha256 !== work.sha256) throw changedSource(file)
      return writeDown(work, {
        cid: stored.cid,
        mediaType: outcome.mediaType,
        notes: outcome.notes,
      })
    },
    pin: async ({ item, made }) => {
      await withPatience(() => options.pinner.pin(made.cid, signal), options.patience, signal)
      journal.pinned(item.asset_name)
    },
  }
}

/** What the journal knows of an item's image from an earlier run. */
export const madeBefore = (item: Item): CachedImage | undefined =>
  item.cid === null || item.media_type === null
    ? undefined
    : { cid: Cid(item.cid), mediaType: item.media_type, notes: item.notes }
