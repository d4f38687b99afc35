import { type CollectionRarity, rankCollection } from '#values/rarity/collection-rarity.ts'
import type { Token } from '#contract/tokens/token.ts'
import { traitsOfToken } from '#cardano/token-traits.ts'

/** Ranks the tokens of a collection by the traits that a wallet shows of them. */
export const rankTokens = (tokens: readonly Token[]): CollectionRarity =>
  rankCollection(
    tokens.map((token) => ({
      assetName: token.asset_name,
      name: token.name,
      traits: traitsOfToken(token),
    })),
  )
