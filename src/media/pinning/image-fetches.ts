import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { isColdpressError, messageOf } from '#values/errors/errors.ts'
import { durationText } from '#values/text/format.ts'
import { inParallel } from '#values/work/in-parallel.ts'
import { readCid } from '../content/cid.ts'
import { addressText, type ContentAddress } from '../content/content-address.ts'
import type { ContentStore } from '../content/store.ts'
import type { Database } from '#platform/db/database.ts'
import { requireOnline } from '#platform/offline/offline.ts'
import type { PinCheckProgress } from './check-pins.ts'
import { type DagRequest, fetchDag, fetchInFolder, gatewayName } from './fetch-dag.ts'
import { createTokenBucket } from '#platform/http/token-bucket.ts'

/** Images that a gateway gave, each block checked. Losing it costs only questions. */
export const fetchedImagesTable = `CREATE TABLE fetched_images (
  cid TEXT NOT NULL,
  gateway TEXT NOT NULL,
  fetched_at TEXT NOT NULL,
  PRIMARY KEY (cid, gateway)
) STRICT, WITHOUT ROWID`

/** Bytes. Larger images, and what is beyond the sum, are not fetched. */
const largestImage = 64 * 1024 * 1024
const largestSum = 1024 * 1024 * 1024
/** What a CAR has beside the bytes of a file. */
const overhead = 1024 * 1024
/** A gateway that many share. */
const rate = { rate: 4, burst: 4 }
const atOnce = 2
/** So many in a row, and the gateway is not asked for the others. */
const failuresInARow = 5

/** `address`: a CID, with the path into its folder. */
export type UnfetchedImage = { readonly address: string; readonly message: string }

/** Milliseconds. */
type FetchTimes = {
  /** Longest time without progress of one image. */
  readonly idle: number
  /** Longest time of one image. */
  readonly image: number
  /** Longest time of all of them. */
  readonly sum: number
}
/** No buyer waits longer for an image, and no seller for the answer about all of them. */
const defaultTimes: FetchTimes = { idle: 30_000, image: 5 * 60_000, sum: 60 * 60_000 }

export type ImageFetches = {
  /** Those that the gateway has not given yet. */
  readonly unfetched: (
    images: readonly ContentAddress[],
    gateway: string,
  ) => readonly ContentAddress[]
  /**
   * Has the gateway give each image once, in a limited time. What it gave is not asked for again.
   * @returns those that it did not give, each with the reason
   * @throws ColdpressError `cancelled`, and `conflict` when Coldpress was started offline
   */
  readonly fetch: (
    images: readonly ContentAddress[],
    options: {
      readonly gateway: string
      readonly signal: AbortSignal
      readonly onProgress?: ((progress: PinCheckProgress) => void) | undefined
      readonly times?: Partial<FetchTimes>
    },
  ) => Promise<readonly UnfetchedImage[]>
}

const addressRow = z.object({ cid: shortText })

/** Fetches images as anybody would, before tokens name them for good. */
export const createImageFetches = (deps: {
  readonly db: Database
  readonly content: Pick<ContentStore, 'maxBytesOf'>
}): ImageFetches => {
  const unfetched: ImageFetches['unfetched'] = (images, gateway) => {
    const known = deps.db.all(
      addressRow,
      'SELECT cid FROM fetched_images WHERE gateway = :gateway',
      {
        gateway,
      },
    )
    const fetched = new Set(known.map(({ cid }) => cid))
    const wanted = new Map(images.map((image) => [addressText(image), image]))
    return [...wanted].flatMap(([text, image]) => (fetched.has(text) ? [] : [image]))
  }
  const note = (image: ContentAddress, gateway: string): void => {
    const row = { cid: addressText(image), gateway, fetched_at: new Date().toISOString() }
    deps.db.upsert('fetched_images', row, 'cid', 'gateway')
  }
  return {
    unfetched,
    fetch: async (images, { gateway, signal, onProgress, times: given }) => {
      const wanted = unfetched(images, gateway)
      if (wanted.length > 0) requireOnline()
      const failed: UnfetchedImage[] = []
      const times = { ...defaultTimes, ...given }
      const bounded = boundedFetching({ gateway, signal, times }, (image, request) => {
        const { cid, path } = image
        const own = readCid(cid)?.v0
        const known = path === '' && own !== undefined ? deps.content.maxBytesOf(own) : largestImage
        const bounds = { ...request, maxBytes: Math.min(largestImage, known) + overhead }
        return path === '' ? fetchDag(cid, bounds) : fetchInFolder(image, bounds)
      })
      let done = 0
      await inParallel(wanted, atOnce, async (image) => {
        const message = await bounded(image)
        if (message === undefined) note(image, gateway)
        else failed.push({ address: addressText(image), message })
        onProgress?.({ done: (done += 1), total: wanted.length })
      })
      return failed
    },
  }
}

/**
 * Fetches at the rate that a shared gateway allows, and no more where it fails or all has become
 * too much or has taken too long. The function answers why an image was not fetched.
 * @param fetch answers how many bytes it has fetched
 */
const boundedFetching = (
  {
    gateway,
    signal,
    times,
  }: { readonly gateway: string; readonly signal: AbortSignal; readonly times: FetchTimes },
  fetch: (image: ContentAddress, request: Omit<DagRequest, 'maxBytes'>) => Promise<number>,
) => {
  const bucket = createTokenBucket(rate)
  const end = AbortSignal.timeout(times.sum)
  const running = AbortSignal.any([signal, end])
  let sum = 0
  let inARow = 0
  const ask = async (image: ContentAddress): Promise<string | undefined> => {
    const turn = await bucket.take(running)
    const limit = AbortSignal.timeout(times.image)
    const bounded = AbortSignal.any([running, limit])
    try {
      sum += await fetch(image, { gateway, signal: bounded, timeoutMs: times.idle })
      inARow = 0
      return undefined
    } catch (error) {
      running.throwIfAborted()
      if (isColdpressError(error, 'rate_limited')) bucket.refused(turn, undefined)
      inARow += 1
      return limit.aborted
        ? `${gatewayName(gateway)} did not give it within ${durationText(times.image / 1000)}.`
        : messageOf(error)
    }
  }
  return async (image: ContentAddress): Promise<string | undefined> => {
    if (inARow >= failuresInARow) return `Not asked: ${failuresInARow} in a row failed.`
    if (sum >= largestSum) return 'Not asked: a gigabyte was fetched already.'
    try {
      return await ask(image)
    } catch (error) {
      signal.throwIfAborted()
      if (!end.aborted) throw error
      return `Not fetched: fetching ended after ${durationText(times.sum / 1000)}.`
    }
  }
}
