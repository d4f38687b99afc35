import { dirname, join } from 'node:path'
import { messageOf } from '#shared/errors.ts'
import { mediaTypeOfName } from '#core/content/media.ts'
import { createFile } from '#core/disk/durable-file.ts'
import { scanFolder } from '../inputs/folder.ts'
import { sameName, stemOf } from '../plan/match-files.ts'
import type { FileEntry } from '../plan/plan-types.ts'
import { isStill } from '../plan/read-work.ts'
import { posterFrame } from './poster-frame.ts'

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
    const poster = `${stemOf(video.name)}.jpg`
    try {
      await createFile(join(dirname(video.path), poster), await posterFrame(program, video, signal))
      made.push(inFolderOf(video.name, poster))
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
  const place = ({ name }: FileEntry) => sameName(inFolderOf(name, stemOf(name)))
  const stills = new Set(files.filter(isStill).map(place))
  return files.filter(
    (file) => mediaTypeOfName(file.name)?.startsWith('video/') === true && !stills.has(place(file)),
  )
}

export const inFolderOf = (name: string, base: string): string =>
  `${name.slice(0, name.lastIndexOf('/') + 1)}${base}`
