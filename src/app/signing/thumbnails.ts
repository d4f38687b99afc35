import { ColdpressError } from '#values/errors/errors.ts'

/** A small image by which the signer recognises the collection. */
export type RequestThumbnail = {
  readonly name: string
  readonly mediaType: RequestThumbnailType
  readonly bytes: Uint8Array
}

export const requestThumbnailTypes = ['image/png', 'image/webp', 'image/jpeg'] as const
export type RequestThumbnailType = (typeof requestThumbnailTypes)[number]

export const thumbnailLimits = { count: 24, bytes: 8 * 1024 } as const

const startsWith = (bytes: Uint8Array, at: number, text: string): boolean =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text

/** The first bytes decide an image's type, whatever the stated one is. */
const typeOf = (bytes: Uint8Array): RequestThumbnailType | undefined => {
  if (startsWith(bytes, 0, '\u{89}PNG\r\n\u{1a}\n')) return 'image/png'
  if (startsWith(bytes, 0, '\u{ff}\u{d8}\u{ff}')) return 'image/jpeg'
  return startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP') ? 'image/webp' : undefined
}

/**
 * @throws ColdpressError `invalid` for an image that is too large, malformed, or of another type
 * than stated
 */
export const checkThumbnail = ({ name, mediaType, bytes }: RequestThumbnail, at: string): void => {
  if (bytes.length > thumbnailLimits.bytes)
    throw new ColdpressError(
      'invalid',
      `${at} (${name}): ${bytes.length} bytes, at most ${thumbnailLimits.bytes} allowed; make it smaller`,
    )
  if (typeOf(bytes) !== mediaType)
    throw new ColdpressError(
      'invalid',
      `${at} (${name}): its bytes are not those of ${mediaType}; a thumbnail is PNG, WebP or JPEG`,
    )
}
