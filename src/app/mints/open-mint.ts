import type { Mint } from '#contract/mints/mint.ts'
import type { MintingClient } from '../api/client.ts'
import type { OwnershipSource } from '../signing/local-ownership.ts'
import { openRequest, type OpenedTransactions } from '../signing/open-transactions.ts'
import { makeMintRequest } from './mint-request.ts'

/**
 * A mint's effects, decoded from its transactions' bytes, their parents and this computer's
 * knowledge, never from the service's statements.
 * @param context.now default: this moment
 * @throws ColdpressError `too_large` for more transactions than a request holds
 */
export const openMint = async (
  mint: Mint,
  {
    client,
    ownership,
    home,
    now = new Date(),
  }: {
    readonly client: Pick<MintingClient, 'getMintParents' | 'getCollection'>
    readonly ownership: OwnershipSource
    /** The data folder. */
    readonly home: string
    readonly now?: Date
  },
): Promise<OpenedTransactions> => {
  const request = await makeMintRequest(client, mint, { createdAt: now })
  // The policy of a collection that was opened is known, whether it is in the list or not.
  const opened = request.expected.flatMap(({ policyId }) => policyId ?? [])
  const policyNames: OwnershipSource['policyNames'] = (network) =>
    new Map([...opened.map((id) => [id, null] as const), ...ownership.policyNames(network)])
  return openRequest(request, { ownership: { ...ownership, policyNames }, home, now })
}
