import { limits } from '#values/bounds/limits.ts'
import type { ContentStore, Stored } from '#media/content/store.ts'
import type { ImageProcess } from '#media/images/process.ts'
import { type FileIdentity, cacheKeyOf, type ImageCache } from '../journal/image-cache.ts'
import type { ItemWork } from '../journal/journal-schema.ts'
import { changedSource, hashSourceFile, identify } from './source.ts'

type StoreDeps = {
  readonly images: () => ImageProcess
  readonly memory: ImageCache
  readonly store: ContentStore
  readonly signal: AbortSignal
}

type StoredWork = {
  readonly made: ItemWork
  /** Fills the caches, in the transaction that writes the work down. */
  readonly also: () => void
}

/** In the place of an image's settings, which a work has none of. */
const asItIs = 'work'

/**
 * Takes the file of a work into the content store as it is. However large, only a piece of it is in
 * memory at a time, and a file that an earlier import stored is read once, for its hash.
 * @throws ColdpressError `invalid` when the file has changed or is no work
 */
export const storeWork = async (work: ItemWork, options: StoreDeps): Promise<StoredWork> => {
  const { memory, store, signal } = options
  const { file } = work
  const identity = await identify(file, signal)
  const known = await findStored(work, identity, options)
  if (known !== undefined) return known
  const mediaType = await typeOf(work, options)
  const stored = await store.addFile(file.path, { maxBytes: limits.workBytes, signal })
  // the copy was made after the file had been looked at
  if (!isSame(await identify(file, signal), identity)) throw changedSource(file)
  return remembered(work, identity, { ...stored, mediaType }, memory)
}

const isSame = (fileIdentity: FileIdentity, other: FileIdentity): boolean =>
  fileIdentity.inode === other.inode

const findStored = async (
  work: ItemWork,
  identity: FileIdentity,
  { memory, store, signal }: StoreDeps,
): Promise<StoredWork | undefined> => {
  const { file } = work
  if (!memory.hasFileOfSize(file.size)) return undefined
  const sha256 = memory.hashOf(identity) ?? (await hashSourceFile(file.path, identity.size, signal))
  const before = memory.imageOf(cacheKeyOf(sha256, file.name, asItIs))
  if (before === undefined || !(await store.isSound(before.cid))) return undefined
  return remembered(work, identity, { ...before, sha256 }, memory)
}

/** By its content, which decides how wallets show it. */
const typeOf = async (
  { file }: ItemWork,
  { images, memory, signal }: StoreDeps,
): Promise<string> => {
  const check = memory.checkOf(file)
  if (check?.kind === 'sound') return check.image.mediaType
  return (await images().check(file.path, signal)).mediaType
}

const remembered = (
  work: ItemWork,
  identity: FileIdentity,
  { cid, sha256, mediaType }: Pick<Stored, 'cid' | 'sha256'> & { readonly mediaType: string },
  memory: ImageCache,
): StoredWork => ({
  made: { ...work, sha256, cid, mediaType },
  also: () => {
    memory.cacheHash(identity, sha256)
    memory.cacheImage(cacheKeyOf(sha256, work.file.name, asItIs), { cid, mediaType, notes: [] })
  },
})
