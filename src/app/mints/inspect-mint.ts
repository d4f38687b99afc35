import type { Mint } from '#contract/mints/mint.ts'
import type { MintingClient } from '../api/client.ts'
import { clockTime } from '../signing/clock-time.ts'
import type { InspectedTransaction } from '../signing/inspect-request.ts'
import { inspectWithOwnership, type OwnershipSource } from '../signing/local-ownership.ts'
import { makeMintRequest } from './mint-request.ts'

/**
 * A mint's effects, decoded from its transactions' bytes, their parents and this computer's
 * knowledge, never from the service's statements.
 * @throws ColdpressError `too_large` for more transactions than a request holds
 */
export const inspectMint = async (
  mint: Mint,
  context: {
    readonly client: Pick<MintingClient, 'getMintParents' | 'getCollection'>
    readonly ownership: OwnershipSource
    /** The data folder. */
    readonly home: string
    readonly now: Date
  },
): Promise<readonly InspectedTransaction[]> => {
  const request = await makeMintRequest(context.client, mint, { createdAt: context.now })
  const time = clockTime(request.network, context.home, context.now)
  return inspectWithOwnership(request, time, context.ownership)
}
