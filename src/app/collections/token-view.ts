import type { TokenView, TokenRow } from '#contract/collections/calls.ts'
import type { FoundToken, Token } from '#contract/tokens/token.ts'
import { imageCid } from '#media/content/image-cid.ts'
import { traitsOfToken } from '#cardano/token-traits.ts'

/** What the list of a collection's tokens shows of one. What its service does not state stays absent. */
export const tokenRowOf = (token: Token): TokenRow => {
  const { id, asset_name, name, status, price, payment_link: link } = token
  return {
    id,
    asset_name,
    name,
    status,
    ...(price === undefined ? {} : { price }),
    ...(link === undefined ? {} : { payment_link: link }),
    ...(token.awaits_confirmation === true ? { awaits_confirmation: true as const } : {}),
    ...(token.is_sold === true ? { is_sold: true as const } : {}),
    cid: imageCid(token),
    attributes: [...traitsOfToken(token)],
  }
}

/** All of a token, with what its row in the list shows. */
export const tokenViewOf = (token: Token): TokenView => ({ ...token, ...tokenRowOf(token) })

/** A token that a search of all collections found. */
export const foundTokenOf = (token: FoundToken) => ({
  collectionId: token.collection_id,
  tokenId: token.id,
  name: token.name,
  assetName: token.asset_name,
  cid: imageCid(token),
})
