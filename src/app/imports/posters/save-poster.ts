import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ColdpressError } from '#values/errors/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { importErrors } from '#contract/imports/errors.ts'
import { limits } from '#values/bounds/limits.ts'
import { extensionOf } from '#media/content/media.ts'
import { moveWithoutReplacing, writeDurably } from '#platform/disk/durable-file.ts'
import { temporaryName } from '#platform/disk/temporary-file.ts'
import type { SoundImage } from '#media/images/image-job.ts'
import type { ImageProcess } from '#media/images/process.ts'
import type { FileEntry } from '../plan/plan-types.ts'
import { posterSide } from './poster-frame.ts'
import { posterOf } from './poster-of.ts'

/**
 * Saves a frame that somebody else decoded beside its video: `art.webp` for `art.mp4`. The image
 * process decodes it first, and nothing is replaced.
 * @returns its name in the folder
 * @throws ColdpressError `invalid`, `conflict` when there is a file of that name
 */
export const savePoster = async (
  video: FileEntry,
  bytes: Uint8Array,
  images: Pick<ImageProcess, 'check'>,
): Promise<string> => {
  const temporary = join(dirname(video.path), temporaryName())
  try {
    if (bytes.length > limits.previewBytes) throw unusable(video)
    await writeDurably(temporary, (write) => write(bytes))
    const ending = endingOf(await images.check(temporary))
    if (ending === undefined) throw unusable(video)
    const { name, path } = posterOf(video, ending)
    await moveWithoutReplacing(temporary, path)
    return name
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Undefined: it is no square WebP or PNG of a poster's size. */
const endingOf = ({ mediaType, header }: SoundImage): string | undefined => {
  if (mediaType !== 'image/webp' && mediaType !== 'image/png') return undefined
  if (header === null || header.width !== header.height || header.width > posterSide)
    return undefined
  return extensionOf(mediaType)
}

const unusable = ({ name }: FileEntry): ColdpressError =>
  errorBy(
    importErrors,
    'poster',
    {},
    `The frame of ${name} is not a square WebP or PNG of at most ${posterSide} pixels and 1 MB. Export a still image of the same name.`,
  )
