import { isDriveSilent } from '#platform/disk/drive-reads.ts'
import type { ContentStore } from '#media/content/store.ts'
import type { PinSet } from '#media/pinning/pin-set.ts'
import {
  cacheKeyOf,
  type CachedImage,
  type ImageCache,
  type KnownFile,
} from '../journal/image-cache.ts'
import type { ImportJournal, RecalledImage } from '../journal/journal.ts'
import type { Item } from '../journal/journal-schema.ts'
import { identifyEach, type PlannedFile } from './source.ts'

type RecallDeps = {
  readonly journal: Pick<ImportJournal, 'recalled'>
  readonly memory: ImageCache
  readonly store: ContentStore
  readonly pins: PinSet
  readonly signal: AbortSignal
  readonly onRecalled?: (() => void) | undefined
}

type Known = { readonly item: Item; readonly file: PlannedFile; readonly known: KnownFile }
type Candidate = Known & { readonly made: CachedImage }

/**
 * Many items at once whose files an earlier import has read and whose images it has stored: the files are
 * asked about together, and one database transaction writes all of them down. What is not remembered, has
 * changed or is damaged comes back as it was, for the steps that take one item at a time.
 * @param settingsKey is asked for when a file is known
 */
export const createRecall = (
  { journal, memory, store, pins, signal, onRecalled }: RecallDeps,
  settingsKey: () => Promise<string>,
) => {
  const sound = async (candidates: readonly Candidate[]): Promise<readonly Candidate[]> => {
    const identities = await identifyEach(
      candidates.map(({ file }) => file),
      signal,
    )
    const same = candidates.filter(({ known }, at) => identities[at]?.inode === known.inode)
    const stored = await store.soundAmong(same.map(({ made }) => made.cid))
    return same.filter(({ made }) => stored.has(made.cid))
  }

  const recalled = async (items: readonly Item[]): Promise<readonly RecalledImage[]> => {
    const known = memory.reading(() => knownAmong(items, memory))
    if (known.length === 0) return []
    const key = await settingsKey()
    const candidates = memory.reading(() => candidatesOf(known, memory, key))
    const found = await sound(candidates)
    // elsewhere each is sent, under the name of its token
    const pinned = pins.noteStored(new Set(found.map(({ made }) => made.cid)))
    return found.map(({ item, known, made }) => ({
      assetName: item.asset_name,
      sha256: known.sha256,
      ...made,
      isPinned: pinned.has(made.cid) && item.works.length === 0,
    }))
  }

  return async (items: readonly Item[]): Promise<readonly Item[]> => {
    const images = await recalled(items).catch((error: unknown): readonly RecalledImage[] => {
      signal.throwIfAborted()
      // the step of the first such file says so again, at once
      if (isDriveSilent(error)) return []
      throw error
    })
    if (images.length === 0) return items
    journal.recalled(images)
    onRecalled?.()
    const byName = new Map(images.map((image) => [image.assetName, image]))
    return items.map((item) => {
      const image = byName.get(item.asset_name)
      return image === undefined ? item : withImage(item, image)
    })
  }
}

const knownAmong = (items: readonly Item[], memory: ImageCache): readonly Known[] =>
  items.flatMap((item) => {
    if (item.image.kind !== 'file' || item.stage === 'added' || item.cid !== null) return []
    const { file } = item.image
    const known = memory.knownFile(file)
    return known === undefined ? [] : [{ item, file, known }]
  })

const candidatesOf = (
  known: readonly Known[],
  memory: ImageCache,
  settingsKey: string,
): readonly Candidate[] =>
  known.flatMap((entry) => {
    const made = memory.imageOf(cacheKeyOf(entry.known.sha256, entry.file.name, settingsKey))
    return made === undefined ? [] : [{ ...entry, made }]
  })

const withImage = (
  item: Item,
  { sha256, cid, mediaType, notes, isPinned }: RecalledImage,
): Item => ({
  ...item,
  stage: isPinned ? 'pinned' : 'imaged',
  source_sha256: sha256,
  cid,
  media_type: mediaType,
  notes: [...notes],
})
