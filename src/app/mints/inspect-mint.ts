import { hexToBytes } from '@noble/hashes/utils.js'
import { isColdpressError } from '#values/errors/errors.ts'
import type { Mint } from '#contract/mints/mint.ts'
import type { MintingClient } from '../api/client.ts'
import { clockTime } from '../signing/clock-time.ts'
import type { InspectedTransaction } from '../signing/inspect-request.ts'
import { inspectWithOwnership, type OwnershipSource } from '../signing/local-ownership.ts'
import { requestOfMint } from './mint-request.ts'

/** Without parents from the service, the inputs stay unproved. */
export const parentsOf = async (
  client: Pick<MintingClient, 'getMintParents'>,
  { collection_id: collectionId, id }: Mint,
  signal?: AbortSignal,
): Promise<readonly Uint8Array[]> => {
  try {
    const { parents } = await client.getMintParents(
      collectionId,
      id,
      ...(signal === undefined ? [] : [{ signal }]),
    )
    return parents.map((hex) => hexToBytes(hex))
  } catch (error) {
    if (!isColdpressError(error, 'not_found')) throw error
    return []
  }
}

/**
 * A mint's effects, decoded from its transactions' bytes, their parents and this computer's
 * knowledge, never from the service's statements.
 * @throws ColdpressError `too_large` for more transactions than a request holds
 */
export const inspectMint = async (
  mint: Mint,
  collection: { readonly name: string; readonly payoutAddresses: readonly string[] },
  context: {
    readonly client: Pick<MintingClient, 'getMintParents'>
    readonly ownership: OwnershipSource
    /** The data folder. */
    readonly home: string
    readonly now: Date
  },
): Promise<readonly InspectedTransaction[]> => {
  const request = requestOfMint(mint, {
    collectionName: collection.name,
    payoutAddresses: collection.payoutAddresses,
    thumbnails: [],
    parents: await parentsOf(context.client, mint),
    createdAt: context.now,
  })
  const time = clockTime(request.network, context.home, context.now)
  return inspectWithOwnership(request, time, context.ownership)
}
