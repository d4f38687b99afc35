import { messageOf } from '#values/errors/errors.ts'
import { createFile } from '#platform/disk/durable-file.ts'
import { pathKey } from '../formats/token-files.ts'
import { scanFolder } from '../inputs/folder.ts'
import type { FileEntry } from '../plan/plan-types.ts'
import { isStill, isVideo } from '../plan/read-work.ts'
import { posterFrame } from './poster-frame.ts'
import { posterOf } from './poster-of.ts'

export type Posters = {
  /** Files of the folder that were made. */
  readonly made: readonly string[]
  /** Videos of which no frame could be made, each with the reason. */
  readonly failed: readonly { readonly name: string; readonly reason: string }[]
}

/**
 * Makes a still image beside each video of the folder that has none of its name: `art.jpg` for
 * `art.mp4`. Existing files are never replaced.
 * @param program path of ffmpeg
 * @param onMade called before the first video and after each, with the number of all
 */
export const makePosters = async (
  folder: string,
  program: string,
  {
    signal,
    onMade,
  }: {
    readonly signal: AbortSignal
    readonly onMade?: (done: number, total: number) => void
  },
): Promise<Posters> => {
  const { files } = await scanFolder(folder, signal)
  const videos = [...videosWithoutStill(files).values()]
  const made: string[] = []
  const failed: Posters['failed'][number][] = []
  if (videos.length > 0) onMade?.(0, videos.length)
  for (const [at, video] of videos.entries()) {
    signal.throwIfAborted()
    const { name, path } = posterOf(video, '.jpg')
    try {
      await createFile(path, await posterFrame(program, video, signal))
      made.push(name)
    } catch (error) {
      signal.throwIfAborted()
      failed.push({ name: video.name, reason: messageOf(error) })
    }
    onMade?.(at + 1, videos.length)
  }
  return { made, failed }
}

/**
 * The videos that have no image of their name beside them, by their names. Found once for each list
 * of files: the window asks for each video that it makes an image of.
 */
export const videosWithoutStill = (files: readonly FileEntry[]): ReadonlyMap<string, FileEntry> => {
  const known = foundIn.get(files)
  if (known !== undefined) return known
  const stills = new Set(files.filter(isStill).map(pathKey))
  const videos = files.filter((file) => isVideo(file) && !stills.has(pathKey(file)))
  const found = new Map(videos.map((video) => [video.name, video]))
  foundIn.set(files, found)
  return found
}

const foundIn = new WeakMap<readonly FileEntry[], ReadonlyMap<string, FileEntry>>()
