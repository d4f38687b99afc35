import { ColdpressError, isColdpressError } from '#shared/errors.ts'
import type { Studio, StudioChain } from '../options.ts'

/** @throws ColdpressError `conflict` when the studio was started without a gateway */
export const chainOf = (studio: Studio): StudioChain => {
  if (studio.chain !== undefined) return studio.chain
  throw new ColdpressError(
    'conflict',
    'this studio has no gateway to the chain, so it cannot mint. Set one in the settings, or start it with a devnet.',
  )
}

/**
 * What the gateway answers. That it does not accept our project id is not caused by the client's key,
 * so it must not read like one.
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
