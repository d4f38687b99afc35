import { ColdpressError, isColdpressError } from '../../shared/errors.ts'
import type { TxId } from '../../core/cardano/ids.ts'
import type { Gateway } from '../../core/gateway/gateway.ts'
import type { Submissions } from '../../core/submission/submission.ts'
import type { Studio } from '../options.ts'

/** What a studio that has a gateway works with. */
export type StudioChain = {
  readonly gateway: Gateway
  readonly submissions: Submissions
  /** Pays out of a test wallet; on a devnet alone. */
  readonly fund: ((address: string, lovelace: bigint) => Promise<TxId>) | undefined
}

/** @throws ColdpressError `conflict` when the studio was started without a gateway */
export const chainOf = (studio: Studio): StudioChain => {
  if (studio.chain !== undefined) return studio.chain
  throw new ColdpressError(
    'conflict',
    'this studio has no gateway to the chain, so it cannot mint. Set one in the settings, or start it with a devnet.',
  )
}

/**
 * What the gateway answers. That it does not accept our project id is no fault of the client's key,
 * so it must not read like one.
 */
export const asked = async <T>(answer: Promise<T>): Promise<T> => {
  try {
    return await answer
  } catch (error) {
    if (!isColdpressError(error, 'unauthorized') && !isColdpressError(error, 'forbidden'))
      throw error
    throw new ColdpressError('conflict', `gateway: ${error.message}`, { cause: error })
  }
}
