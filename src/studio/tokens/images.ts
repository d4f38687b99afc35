import { ColdpressError } from '#values/errors/errors.ts'
import { ipfsUri } from '#media/content/cid.ts'
import { sniffLength, sniffMedia } from '#media/content/media.ts'
import type { ContentStore } from '#media/content/store.ts'
import type { FetchImage } from './fetch-image.ts'
import type { ImageReference } from './image-reference.ts'

/** An image in the content store, under its CID, and what its bytes are. */
type StoredImage = { readonly uri: string; readonly mediaType: string }

export type ImageDeps = { readonly content: ContentStore; readonly fetchImage: FetchImage }

const invalid = (message: string): ColdpressError => new ColdpressError('invalid', message)

/**
 * Brings an image into the content store.
 * @throws ColdpressError `invalid` with the second half of a sentence about the image
 */
export const storeImage = async (
  reference: Exclude<ImageReference, { readonly kind: 'pinned' }>,
  deps: ImageDeps,
): Promise<StoredImage> => {
  if (reference.kind === 'error') throw invalid(reference.message)
  if (reference.kind === 'web') {
    return deps.fetchImage(reference.url, (bytes) => storeBytes(bytes, deps.content))
  }
  return storeBytes([decodeBase64(reference.base64)], deps.content)
}

/** Node's decoder skips characters outside base64; a shorter result shows that it did. */
const decodeBase64 = (base64: string): Uint8Array => {
  const text = /\s/u.test(base64) ? base64.replaceAll(/\s+/gu, '') : base64
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const digits = text.length - padding
  const bytes = Buffer.from(text, 'base64')
  if (digits % 4 === 1 || bytes.length !== Math.floor((digits * 3) / 4)) {
    throw invalid('not valid base64, and no ipfs://, http or https address either')
  }
  return bytes
}

/** Different names that are in use for one type. */
const aliases: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'image/apng': 'image/png',
  'audio/mp3': 'audio/mpeg',
  'audio/wave': 'audio/wav',
  'audio/x-wav': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/flac': 'audio/x-flac',
  'audio/m4a': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
  'video/x-m4v': 'video/mp4',
  'video/x-matroska': 'video/matroska',
}

const canonical = (type: string): string => aliases[type.toLowerCase()] ?? type.toLowerCase()

/** Containers that may hold only sound or moving images; their first bytes do not show which. */
const undecided: Readonly<Record<string, string>> = {
  'video/mp4': 'audio/mp4',
  'video/webm': 'audio/webm',
  'audio/ogg': 'video/ogg',
}

/** Whether data whose bytes show the type `shown` may be labelled so. */
export const isOfType = (shown: string, label: string): boolean => {
  const type = canonical(label)
  return type === canonical(shown) || type === undecided[canonical(shown)]
}

const storeBytes = async (
  source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  content: ContentStore,
): Promise<StoredImage> => {
  const { head, whole } = await peek(source)
  const mediaType = await sniffMedia(head)
  if (mediaType === undefined) throw invalid('the data is no image, audio or video that is known')
  const stored = await content.add(whole)
  return { uri: ipfsUri(stored.cid), mediaType }
}

/** The first bytes of a stream, and the stream with them still in it. */
const peek = async (
  source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<{ head: Uint8Array; whole: AsyncIterable<Uint8Array> }> => {
  const chunks = (async function* read() {
    yield* source
  })()
  const first: Uint8Array[] = []
  let size = 0
  while (size < sniffLength) {
    const next = await chunks.next()
    if (next.done === true) break
    first.push(next.value)
    size += next.value.length
  }
  const whole = (async function* again() {
    yield* first
    yield* chunks
  })()
  return { head: Buffer.concat(first).subarray(0, sniffLength), whole }
}
