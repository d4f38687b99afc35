import type { MintEstimate, MintRequest } from '#contract/mints/mint.ts'
import { estimateMint } from '#cardano/transactions/build/build-mint.ts'
import type { BuildContext, Estimate } from '#cardano/transactions/build/types.ts'
import type { Studio } from '../options.ts'
import { existingCollection } from '../store/collections.ts'
import { buildContextOf } from './build-context.ts'
import { fundingAddressOf, mintToBuild } from './create-mint.ts'
import { requestedTokens } from './requested-tokens.ts'

/**
 * What a mint of this request would ask now: built from the same tokens, funds and parameters as
 * the mint itself, and thrown away.
 * @throws ColdpressError as `createMint`, except that missing ADA is part of the answer; the
 * signal's reason
 */
export const estimateMintOf = async (
  studio: Studio,
  collectionId: string,
  request: MintRequest,
  signal?: AbortSignal,
): Promise<MintEstimate> => {
  const collection = existingCollection(studio, collectionId)
  const tokens = requestedTokens(studio, collection, request)
  const { context } = await buildContextOf(studio, {
    fundingAddress: await fundingAddressOf(studio, collection, request),
    validForSeconds: request.valid_for_seconds,
  })
  const estimate = await estimateMint(
    context,
    mintToBuild(collection, request, tokens, context.slot),
    signal,
  )
  return estimateView(tokens.length, context, estimate)
}

/** An estimate as the interface has it. */
export const estimateView = (
  tokens: number,
  { funding }: BuildContext,
  { transactions, withTokens, fees, missing, left }: Estimate,
): MintEstimate => ({
  tokens,
  transactions,
  total: Number(withTokens + fees),
  with_tokens: Number(withTokens),
  fees: Number(fees),
  address: funding.changeAddress,
  missing: Number(missing),
  left: Number(left),
})
