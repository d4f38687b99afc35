import { messageOf } from '#values/errors/errors.ts'
import { inParallel } from '#values/work/in-parallel.ts'
import type { Token } from '#contract/tokens/token.ts'
import type { ImagesHere } from '../mints/images-to-mint.ts'
import type { MintingAccount } from '../mints/minting-account.ts'
import { type ReadyOptions, requireReadyToMint } from '../mints/ready-to-mint.ts'
import type { Rehearsing } from '../mints/rehearsal/rehearsal-state.ts'

/** Lovelace; null removes the price. */
type TokenPrice = { readonly tokenId: string; readonly price: number | null }

/** A service's own limit of calls, which the client keeps to, holds besides. */
const atOnce = 8

/**
 * Sets or removes the prices of tokens, once what all of them need is checked. What a service refuses
 * for one does not keep the others from theirs.
 * @throws ColdpressError as `requireReadyToMint`, before anything changes
 */
export const priceTokens = async (
  minting: MintingAccount<ImagesHere> & Rehearsing,
  collectionId: string,
  prices: readonly TokenPrice[],
  accepted: ReadyOptions,
): Promise<{
  readonly changed: readonly Token[]
  readonly failed: readonly { readonly tokenId: string; readonly message: string }[]
}> => {
  const tokens = prices.flatMap(({ tokenId, price }) => (price === null ? [] : [tokenId]))
  if (tokens.length > 0)
    await requireReadyToMint(minting, { collectionId, tokens }, 'price', accepted)
  const changed: Token[] = []
  const failed: { tokenId: string; message: string }[] = []
  await inParallel(prices, atOnce, async ({ tokenId, price }) => {
    try {
      changed.push(await minting.client.updateToken(collectionId, tokenId, { price }))
    } catch (error) {
      failed.push({ tokenId, message: messageOf(error) })
    }
  })
  return { changed, failed }
}
