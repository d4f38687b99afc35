import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import type { Studio, StudioChain } from '../options.ts'

/** @throws ColdpressError `conflict` when the studio was started without a gateway */
export const requireChain = (studio: Studio): StudioChain => {
  if (studio.chain !== undefined) return studio.chain
  throw new ColdpressError(
    'conflict',
    'this studio has no gateway to the chain, so it cannot mint. Set one in the settings, or start it with a devnet.',
  )
}

/**
 * The gateway's answer. Translates its rejection of our project ID, which must not look like a
 * rejected API key of the client.
 */
export const chainAnswer = async <T>(answer: Promise<T>): Promise<T> => {
  try {
    return await answer
  } catch (error) {
    if (!isColdpressError(error, 'unauthorized') && !isColdpressError(error, 'forbidden'))
      throw error
    throw new ColdpressError('conflict', `gateway: ${error.message}`, { cause: error })
  }
}
