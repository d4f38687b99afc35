import { limits } from '#values/bounds/limits.ts'
import { finalError } from '#media/pinning/final-error.ts'
import { requireContent } from '#media/pinning/missing-content.ts'
import type { Cid } from '#media/content/cid.ts'
import type { ContentStore } from '#media/content/store.ts'

/** An image that goes in the request of its token. */
export type InlineImage = {
  readonly cid: Cid
  /** Bytes. */
  readonly size: number
}

/** Characters of so many bytes in base64. */
export const inlineLength = (bytes: number): number => Math.ceil(bytes / 3) * 4

/**
 * The interface names no limit. The studio, which follows it, takes this much in one request; a
 * megabyte is left for the token's other fields.
 */
const largest = Math.floor((limits.requestBodyBytes - 1024 * 1024) / 4) * 3

/** @throws ColdpressError `too_large`, `not_found` */
export const inlineImage = async (
  store: Pick<ContentStore, 'recover'>,
  cid: Cid,
): Promise<InlineImage> => {
  const { size } = await requireContent(store, cid)
  if (size <= largest) return { cid, size }
  throw finalError(
    'image',
    'too_large',
    `The image has ${Math.ceil(size / 1_000_000)} MB; an image that goes with its token to a minting service has at most ${Math.floor(largest / 1_000_000)} MB. Resize it, or pin it at another place.`,
    { cid },
  )
}

/** The image as the interface takes it: base64, without a prefix. */
export const inlineText = async (
  store: Pick<ContentStore, 'read'>,
  { cid }: InlineImage,
): Promise<string> => {
  const pieces: Uint8Array[] = []
  for await (const piece of store.read(cid)) pieces.push(piece)
  return Buffer.concat(pieces).toString('base64')
}
