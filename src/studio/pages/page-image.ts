import { open } from 'node:fs/promises'
import { type Cid, readCid } from '#media/content/cid.ts'
import { sniffLength, sniffMedia } from '#media/content/media.ts'
import type { ContentStore } from '#media/content/store.ts'

/** Above this an image is left out of a page: twenty of them may be on one. */
const maxBytes = 8 * 1024 * 1024

/** What every browser shows. Vector images may hold scripts and are left out. */
const shownTypes: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/apng',
])

export type PageImage = { readonly cid: Cid; readonly mediaType: string; readonly size: number }

/**
 * The image behind a token's `image` if it is in the content store, is one by its own first bytes,
 * and is not too large for a page.
 */
export const pageImageOf = async (
  content: ContentStore,
  image: string,
): Promise<PageImage | undefined> => {
  const cid = readCid(image.replace(/^ipfs:\/\//u, ''))?.v0
  const stored = cid === undefined ? undefined : content.get(cid)
  if (stored === undefined || stored.size > maxBytes) return undefined
  const mediaType = await sniffMedia(await headOf(content.path(stored.cid)))
  if (mediaType === undefined || !shownTypes.has(mediaType)) return undefined
  return { cid: stored.cid, mediaType, size: stored.size }
}

const headOf = async (path: string): Promise<Uint8Array> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffLength), 0, sniffLength, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Of an image that a page shows: it is an image and nothing else, whoever opens it. */
export const imageHeaders = ({ mediaType, size }: PageImage) => ({
  'content-type': mediaType,
  'content-length': size,
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  // The same place may show another image later; the page is asked again soon enough.
  'cache-control': 'private, max-age=600',
})
