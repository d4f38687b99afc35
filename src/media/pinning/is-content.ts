import { ColdpressError } from '#values/errors/errors.ts'
import type { Cid } from '../content/cid.ts'
import { digest } from '../content/digest.ts'

/**
 * Whether a pin target gave back the content of this CID.
 * @param maxBytes what has more is other content, and is not read to its end
 */
export const isContent = async (
  bytes: AsyncIterable<Uint8Array>,
  cid: Cid,
  maxBytes: number,
): Promise<boolean> => {
  try {
    return (await digest(bytes, { maxBytes })).cid === cid
  } catch (error) {
    if (error instanceof ColdpressError && error.code === 'too_large') return false
    throw error
  }
}
