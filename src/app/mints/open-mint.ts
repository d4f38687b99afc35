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
    now = new Date(),
    ...known
  }: {
    readonly client: Pick<MintingClient, 'getMintParents' | 'getCollection'>
    readonly ownership: OwnershipSource
    /** The data folder. */
    readonly home: string
    readonly now?: Date
  },
): Promise<OpenedTransactions> =>
  openRequest(await makeMintRequest(client, mint, { createdAt: now }), { ...known, now })
