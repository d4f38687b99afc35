import { isColdpressError } from '#values/errors/errors.ts'
import { removeTemporaries } from '#platform/disk/temporary-file.ts'
import type { ImageSettings } from '#contract/imports/image-settings.ts'
import {
  type CheckedImage,
  type ImageOutcome,
  plainSettings,
  type ThumbnailType,
} from '#media/images/image-job.ts'
import type { ImageProcess } from '#media/images/process.ts'
import type { FileEntry } from '../plan/plan-types.ts'

/** A small image of another, in a file that belongs to whoever has this. */
export type ThumbnailFile = { readonly path: string; readonly mediaType: ThumbnailType }

/** An image as an import will store it. */
export type PreparedImage = {
  readonly checked: CheckedImage
  readonly outcome: ImageOutcome
  /** The file with the changed image; undefined where the source stays as it is. */
  readonly target: string | undefined
  readonly thumbnail: ThumbnailFile | undefined
}

type File = Pick<FileEntry, 'path' | 'size' | 'mtimeMs'>

/**
 * What the checks and previews of drafts made of images, so that the run decodes none of them a
 * second time. In this process alone: its files are temporary ones of the content store.
 */
export interface PreparedImages {
  /**
   * Decodes a file once, for its check, its preview and the run. Of what is no image nothing is made.
   * @param draft whose end removes it
   * @throws ColdpressError as the check of an image process
   */
  prepare(
    draft: string,
    file: File,
    settings: ImageSettings,
    signal?: AbortSignal,
  ): Promise<CheckedImage>
  find(file: File, settings: ImageSettings): PreparedImage | undefined
  /** Like `find`; its files belong to the caller from now on. */
  take(file: File, settings: ImageSettings): PreparedImage | undefined
  /** False once so much waits for runs that checks had better make nothing more. */
  hasRoom(): boolean
  /** From now on a run may take them, and the end of the draft removes none. */
  handOver(draft: string): void
  drop(draft: string): Promise<void>
  close(): Promise<void>
}

/** Bytes of all that waits: a few thousand images of a usual size. */
const maxBytes = 4 * 1024 ** 3

type Entry = PreparedImage & { draft: string | undefined }

export const createPreparedImages = (deps: {
  readonly images: () => Pick<ImageProcess, 'check'>
  /** A path for a new file beside the content store's objects. */
  readonly tempPath: () => string
}): PreparedImages => {
  const entries = new Map<string, Entry>()
  const making = new Map<string, Promise<CheckedImage>>()
  let bytes = 0
  let isDiskFull = false

  const remove = (key: string): Entry | undefined => {
    const entry = entries.get(key)
    if (entry?.target !== undefined) bytes -= entry.outcome.bytes
    entries.delete(key)
    return entry
  }

  const make = async (
    draft: string,
    key: string,
    { path }: File,
    settings: ImageSettings,
    signal: AbortSignal | undefined,
  ): Promise<CheckedImage> => {
    const [target, thumbnail] = [deps.tempPath(), deps.tempPath()]
    try {
      const checked = await deps.images().check(path, signal, { target, settings, thumbnail })
      const { made: outcome } = checked
      if (outcome === undefined) return checked
      const written = outcome.untouched ? undefined : target
      entries.set(key, {
        checked,
        outcome,
        target: written,
        thumbnail: outcome.thumbnail && { path: thumbnail, mediaType: outcome.thumbnail },
        draft,
      })
      if (written !== undefined) bytes += outcome.bytes
      return checked
    } catch (error) {
      await removeTemporaries([target, thumbnail])
      if (!isUnwritable(error)) throw error
      isDiskFull = true
      return await deps.images().check(path, signal)
    }
  }

  const removeAll = async (isGone: (entry: Entry) => boolean): Promise<void> => {
    const gone = [...entries].filter(([, entry]) => isGone(entry))
    await Promise.all(
      gone.map(([key, { target, thumbnail }]) => {
        remove(key)
        return removeTemporaries([target, thumbnail?.path])
      }),
    )
  }

  return {
    prepare: async (draft, file, settings, signal) => {
      const key = keyOf(file, settings)
      for (;;) {
        const known = entries.get(key)
        if (known !== undefined) return known.checked
        const other = making.get(key)
        if (other === undefined) break
        try {
          return await other
        } catch (error) {
          // Who asked first may give up: that is no answer for the others.
          if (!isColdpressError(error, 'cancelled') || signal?.aborted === true) throw error
        }
      }
      const one = make(draft, key, file, settings, signal)
      making.set(key, one)
      try {
        return await one
      } finally {
        making.delete(key)
      }
    },
    find: (file, settings) => entries.get(keyOf(file, settings)),
    take: (file, settings) => remove(keyOf(file, settings)),
    hasRoom: () => bytes < maxBytes && !isDiskFull,
    handOver: (draft) => {
      for (const entry of entries.values()) if (entry.draft === draft) entry.draft = undefined
    },
    drop: (draft) => removeAll((entry) => entry.draft === draft),
    close: () => removeAll(() => true),
  }
}

/** A file as it was planned, and what is to be made of it. */
const keyOf = ({ path, size, mtimeMs }: File, settings: ImageSettings): string =>
  JSON.stringify([path, size, mtimeMs, plainSettings(settings)])

const isUnwritable = (error: unknown): boolean =>
  isColdpressError(error) && error.details['rule'] === 'image_unwritable'
