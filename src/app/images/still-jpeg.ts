import { readFile, rm } from 'node:fs/promises'
import { isColdpressError } from '#values/errors/errors.ts'
import type { Token } from '#contract/tokens/token.ts'
import type { ContentStore } from '#media/content/store.ts'
import { imageCid } from '#media/content/image-cid.ts'
import type { ImageProcess } from '#media/images/process.ts'

export type StillMaker = {
  readonly content: Pick<ContentStore, 'get' | 'path' | 'tempPath'>
  readonly images: () => Pick<ImageProcess, 'process'>
}

/**
 * A token's image as a JPEG of at most so many bytes, on the longest of these sides with which it has
 * no more. Undefined where the image is not on this computer or shows nothing still.
 */
export const stillJpeg = async (
  { content, images }: StillMaker,
  image: Token['image'],
  {
    sides,
    maxBytes,
    signal,
  }: {
    readonly sides: readonly number[]
    readonly maxBytes: number
    readonly signal?: AbortSignal | undefined
  },
): Promise<Buffer | undefined> => {
  const cid = imageCid({ image })
  if (cid === null || content.get(cid) === undefined) return undefined
  for (const maxPixels of sides) {
    const made = await makeJpeg({ content, images }, content.path(cid), maxPixels, signal)
    if (made === undefined || made.length <= maxBytes) return made
  }
  return undefined
}

const makeJpeg = async (
  { content, images }: StillMaker,
  source: string,
  maxPixels: number,
  signal: AbortSignal | undefined,
): Promise<Buffer | undefined> => {
  const settings = { maxPixels, format: 'jpeg', quality: 80 } as const
  const [target, thumbnail] = [content.tempPath(), content.tempPath()]
  try {
    const made = await images().process({ source, target, thumbnail, settings }, signal)
    if (made.mediaType === 'image/jpeg') return await readFile(made.untouched ? source : target)
    // An animation stays one, and its first frame is in the thumbnail.
    return made.thumbnail === 'image/jpeg' ? await readFile(thumbnail) : undefined
  } catch (error) {
    if (isColdpressError(error, 'invalid')) return undefined
    throw error
  } finally {
    await Promise.all([target, thumbnail].map((path) => rm(path, { force: true })))
  }
}
