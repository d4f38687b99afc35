import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isColdpressError } from '#values/errors/errors.ts'
import type { Mint } from '#contract/mints/mint.ts'
import type { Token } from '#contract/tokens/token.ts'
import type { MintingClient } from '../api/client.ts'
import { type Cid, readCid } from '#media/content/cid.ts'
import type { ContentStore } from '#media/content/store.ts'
import type { ImageProcess } from '#media/images/process.ts'
import {
  checkThumbnail,
  type RequestThumbnail,
  thumbnailLimits,
  requestThumbnailTypes,
} from '../signing/thumbnails.ts'

/** Enough to recognise a collection by; more would be weight that crosses with every request. */
const maxShown = 6
/** Small enough to stay under the limit of a thumbnail with whatever image. */
const settings = { maxPixels: 96, format: 'webp', quality: 55 } as const

export type ThumbnailSources = {
  readonly client: Pick<MintingClient, 'getToken'>
  readonly content: Pick<ContentStore, 'get' | 'path'>
  readonly images: () => Pick<ImageProcess, 'process'>
}

/**
 * Small images of the first tokens of a mint, out of the content store. A token whose image is not
 * here, or is none, has none: a request is worth as much without them.
 */
export const thumbnailsOf = async (
  { collection_id: collectionId, tokens }: Mint,
  { client, content, images }: ThumbnailSources,
  signal?: AbortSignal,
): Promise<readonly RequestThumbnail[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'coldpress-thumbnails-'))
  try {
    const found = await Promise.all(
      tokens
        .slice(0, Math.min(maxShown, thumbnailLimits.count))
        .map(async ({ id, asset_name: name }, position) => {
          const cid = cidOf(await client.getToken(collectionId, id, { signal }))
          if (cid === undefined) return undefined
          const stored = content.get(cid)
          if (stored?.mediaType?.startsWith('image/') !== true) return undefined
          const job = { source: content.path(cid), target: join(folder, `${position}`), settings }
          return draw(name, job, images(), signal)
        }),
    )
    return found.filter((thumbnail) => thumbnail !== undefined)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Job = Parameters<ImageProcess['process']>[0]

const draw = async (
  name: string,
  job: Job,
  images: Pick<ImageProcess, 'process'>,
  signal: AbortSignal | undefined,
): Promise<RequestThumbnail | undefined> => {
  try {
    const made = await images.process(job, signal)
    const mediaType = requestThumbnailTypes.find((type) => type === made.mediaType)
    if (mediaType === undefined || made.bytes > thumbnailLimits.bytes) return undefined
    const bytes = Uint8Array.from(await readFile(made.untouched ? job.source : job.target))
    const thumbnail = { name, mediaType, bytes }
    checkThumbnail(thumbnail, 'thumbnail')
    return thumbnail
  } catch (error) {
    if (isColdpressError(error, 'invalid')) return undefined
    throw error
  }
}

const cidOf = ({ image }: Token): Cid | undefined => {
  const text = (typeof image === 'string' ? image : image?.join('')) ?? ''
  const cid = /^ipfs:\/\/(?<cid>\w+)$/u.exec(text)?.groups?.['cid']
  return cid === undefined ? undefined : readCid(cid)?.v0
}
