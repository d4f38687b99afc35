import { messageOf } from '#shared/errors.ts'
import { mediaTypeOfName } from '#core/content/media.ts'
import { createFile } from '#core/disk/durable-file.ts'
import { pathKey } from '../formats/token-files.ts'
import { scanFolder } from '../inputs/folder.ts'
import type { FileEntry } from '../plan/plan-types.ts'
import { isStill } from '../plan/read-work.ts'
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
 * @param onMade called after each video, with the number of all
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
  const videos = videosWithoutStill(files)
  const made: string[] = []
  const failed: Posters['failed'][number][] = []
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

/** The videos that have no image of their name beside them. */
export const videosWithoutStill = (files: readonly FileEntry[]): readonly FileEntry[] => {
  const stills = new Set(files.filter(isStill).map(pathKey))
  return files.filter(
    (file) =>
      mediaTypeOfName(file.name)?.startsWith('video/') === true && !stills.has(pathKey(file)),
  )
}
