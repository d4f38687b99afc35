import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isColdpressError } from '#values/errors/errors.ts'
import type { Cid } from '#media/content/cid.ts'
import type { ContentStore } from '#media/content/store.ts'
import { sweepTemporaries, temporaryName } from '#platform/disk/temporary-file.ts'
import { thumbnailSide, type ThumbnailType, thumbnailTypes } from '#media/images/image-job.ts'
import type { ImageProcess } from '#media/images/process.ts'
import type { ThumbnailFile } from '../imports/pipeline/prepared-images.ts'
import type { FileEntry } from '../imports/plan/plan-types.ts'

/** A file that the window may show. */
export type ImageFile = { readonly path: string; readonly mediaType: string }

/** The sizes that views use; others would fill the cache. */
export const thumbnailSizes = [96, thumbnailSide, 640] as const
export type ThumbnailSize = (typeof thumbnailSizes)[number]

/** Few, so that a running import keeps most of the images process. */
const atOnce = 2
const quality = 80

export type ThumbnailOptions = {
  readonly folder: string
  readonly content: Pick<ContentStore, 'get' | 'path'>
  readonly images: () => Pick<ImageProcess, 'process'>
  /** Bytes that all thumbnails may take together. Default: 256 MiB. */
  readonly maxBytes?: number
}

/**
 * Small images of those in the content store and in the creator's folders, made when first asked for
 * and kept in a folder.
 */
export class Thumbnails {
  readonly #options: ThumbnailOptions
  readonly #stopper = new AbortController()
  /** By file name; read from the folder at the first request. */
  #cache: Promise<LruIndex> | undefined
  readonly #making = new Map<string, Promise<ImageFile | undefined>>()
  /** What is shown as it is, or not at all: asking again would give the same. */
  readonly #settled = new Map<string, ImageFile | undefined>()
  readonly #waiting: (() => void)[] = []
  #atWork = 0

  constructor(options: ThumbnailOptions) {
    this.#options = options
  }

  /** Undefined for what is not here, is no image, or cannot be decoded. */
  get(cid: Cid, size: ThumbnailSize): Promise<ImageFile | undefined> {
    return this.#find(cid, size, () => {
      const { content } = this.#options
      return content.get(cid)?.mediaType?.startsWith('image/') === true
        ? content.path(cid)
        : undefined
    })
  }

  /** The same of a file of a folder, until it changes. */
  ofFile(
    { path, size: bytes, mtimeMs }: Pick<FileEntry, 'path' | 'size' | 'mtimeMs'>,
    size: ThumbnailSize,
  ): Promise<ImageFile | undefined> {
    const key = createHash('sha256')
      .update(JSON.stringify([path, bytes, mtimeMs]))
      .digest('hex')
    return this.#find(key, size, () => path)
  }

  async #find(
    key: string,
    size: ThumbnailSize,
    sourceOf: () => string | undefined,
  ): Promise<ImageFile | undefined> {
    const name = nameOf(key, size, 'image/webp')
    if (this.#settled.has(name)) return this.#settled.get(name)
    const cache = await this.#open()
    const kept = thumbnailTypes.map((type) => [nameOf(key, size, type), type] as const)
    for (const [file, mediaType] of kept) {
      const path = join(this.#options.folder, file)
      if (cache.use(file) && existsSync(path)) return { path, mediaType }
    }
    const making = this.#making.get(name) ?? this.#make(sourceOf(), size, name, cache)
    this.#making.set(name, making)
    try {
      return await making
    } finally {
      this.#making.delete(name)
    }
  }

  /** Takes a thumbnail over that was made with the image itself. Without it, one is made later. */
  async keep(cid: Cid, { path, mediaType }: ThumbnailFile): Promise<void> {
    const { folder } = this.#options
    try {
      const { size } = await stat(path)
      const cache = await this.#open()
      const name = nameOf(cid, thumbnailSide, mediaType)
      await rename(path, join(folder, name))
      for (const old of cache.add(name, size)) await rm(join(folder, old), { force: true })
    } catch {
      await rm(path, { force: true }).catch(() => undefined)
    }
  }

  close(): void {
    this.#stopper.abort()
  }

  #open(): Promise<LruIndex> {
    const { folder, maxBytes = 256 * 1024 ** 2 } = this.#options
    this.#cache ??= openFolder(folder, maxBytes)
    return this.#cache
  }

  async #make(
    source: string | undefined,
    size: ThumbnailSize,
    name: string,
    cache: LruIndex,
  ): Promise<ImageFile | undefined> {
    if (source === undefined) return undefined
    await this.#turn()
    try {
      return await this.#draw(source, size, name, cache)
    } catch (error) {
      if (isColdpressError(error, 'invalid')) this.#settle(name, undefined)
      return undefined
    } finally {
      this.#release()
    }
  }

  /** The latest request goes first: what was scrolled past can wait. */
  async #turn(): Promise<void> {
    if (this.#atWork < atOnce) this.#atWork += 1
    else {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve)
      })
    }
  }

  /** Whoever waits takes the place over: it is never free in between. */
  #release(): void {
    const next = this.#waiting.pop()
    if (next === undefined) this.#atWork -= 1
    else next()
  }

  async #draw(
    source: string,
    size: ThumbnailSize,
    name: string,
    cache: LruIndex,
  ): Promise<ImageFile | undefined> {
    const { folder, images } = this.#options
    const target = join(folder, temporaryName())
    const settings = { maxPixels: size, format: 'webp', quality } as const
    try {
      const made = await images().process({ source, target, settings }, this.#stopper.signal)
      if (made.untouched) {
        return this.#settle(name, { path: source, mediaType: made.mediaType })
      }
      const path = join(folder, name)
      await rename(target, path)
      for (const old of cache.add(name, made.bytes)) await rm(join(folder, old), { force: true })
      return { path, mediaType: made.mediaType }
    } finally {
      await rm(target, { force: true })
    }
  }

  #settle(name: string, image: ImageFile | undefined): ImageFile | undefined {
    if (this.#settled.size >= 10_000) this.#settled.clear()
    this.#settled.set(name, image)
    return image
  }
}

const endings = { 'image/webp': 'webp', 'image/jpeg': 'jpg' } as const

const nameOf = (key: string, size: ThumbnailSize, mediaType: ThumbnailType): string =>
  `${key}-${size}.${endings[mediaType]}`

const isThumbnail = (name: string): boolean =>
  Object.values(endings).some((ending) => name.endsWith(`.${ending}`))

/** What earlier runs left, the oldest first, without what killed ones left half written. */
const openFolder = async (folder: string, maxBytes: number): Promise<LruIndex> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await sweepTemporaries(folder, new Date())
  const names = (await readdir(folder)).filter(isThumbnail)
  const files = await Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs } = await stat(join(folder, name))
      return { name, size, mtimeMs }
    }),
  )
  const cache = new LruIndex(maxBytes)
  for (const { name, size } of files.toSorted((a, b) => a.mtimeMs - b.mtimeMs)) {
    for (const old of cache.add(name, size)) await rm(join(folder, old), { force: true })
  }
  return cache
}

/** Tracks the last use of sized items, and which to remove so that the rest fits. */
class LruIndex {
  readonly #maxSize: number
  /** The least recently used first: a Map keeps insertion order. */
  readonly #sizes = new Map<string, number>()
  #total = 0

  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  /** @returns whether it is known */
  use(name: string): boolean {
    const size = this.#sizes.get(name)
    if (size === undefined) return false
    this.#sizes.delete(name)
    this.#sizes.set(name, size)
    return true
  }

  /** @returns the names to remove; never the one that was just added */
  add(name: string, size: number): readonly string[] {
    this.#remove(name)
    this.#sizes.set(name, size)
    this.#total += size
    const gone: string[] = []
    for (const old of this.#sizes.keys()) {
      if (this.#total <= this.#maxSize || old === name) break
      this.#remove(old)
      gone.push(old)
    }
    return gone
  }

  #remove(name: string): void {
    this.#total -= this.#sizes.get(name) ?? 0
    this.#sizes.delete(name)
  }
}
