import { createHash } from 'node:crypto'
import { ColdpressError } from '#values/errors/errors.ts'
import { type Bytes, type Cid, cidOf } from './cid.ts'
import { sniffLength, sniffMedia } from './media.ts'

/** The details that one reading of some content yields. */
export type Stored = {
  readonly cid: Cid
  /** Bytes. */
  readonly size: number
  /** By the content's magic numbers, see {@link sniffMedia}; null for unknown ones. */
  readonly mediaType: string | null
  /** Of the bytes themselves, lower-case hex; unlike the hash inside the CID. */
  readonly sha256: string
}

export type ContentLimits = {
  /** Above this many bytes reading fails with ColdpressError `too_large`. */
  readonly maxBytes?: number
  readonly signal?: AbortSignal
}

/**
 * Reads the source once and passes each chunk to `write`, waiting for it, so that a slow disk slows
 * the source.
 * @throws ColdpressError `too_large`, `cancelled`; whatever the source or `write` throws.
 */
export const digest = async (
  source: Bytes,
  limits: ContentLimits = {},
  write: (chunk: Uint8Array) => Promise<void> = async () => undefined,
): Promise<Stored> => {
  const hash = createHash('sha256')
  const head = new HeadOf(sniffLength)
  let size = 0

  const see = async (chunk: Uint8Array) => {
    size += chunk.length
    check(size, limits)
    hash.update(chunk)
    head.add(chunk)
    await write(chunk)
  }
  async function* seen(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      await see(chunk)
      yield chunk
    }
    check(size, limits)
  }

  if (source instanceof Uint8Array) await see(source)
  const cid = await cidOf(source instanceof Uint8Array ? source : seen(source))
  const mediaType = (await sniffMedia(head.bytes())) ?? null
  return { cid, size, mediaType, sha256: hash.digest('hex') }
}

const check = (size: number, { maxBytes = Infinity, signal }: ContentLimits): void => {
  if (size > maxBytes) {
    throw new ColdpressError(
      'too_large',
      `The file is larger than ${maxBytes} bytes, the most that is allowed here. Use a smaller one.`,
      { details: { maxBytes } },
    )
  }
  if (signal?.aborted === true) throw new ColdpressError('cancelled', 'Reading was cancelled.')
}

/** The first bytes of a stream. */
class HeadOf {
  readonly #bytes: Uint8Array
  #filled = 0

  constructor(length: number) {
    this.#bytes = new Uint8Array(length)
  }

  add(chunk: Uint8Array): void {
    const piece = chunk.subarray(0, this.#bytes.length - this.#filled)
    this.#bytes.set(piece, this.#filled)
    this.#filled += piece.length
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#filled)
  }
}
