import type { TokenView, TokenRow } from '#contract/collections/calls.ts'
import type { Token } from '#contract/tokens/token.ts'
import { imageCid } from '#media/content/image-cid.ts'
import { traitsOfToken } from '#cardano/token-traits.ts'

/** What the list of a collection's tokens shows of one. */
export const tokenRowOf = (token: Token): TokenRow => ({
  id: token.id,
  asset_name: token.asset_name,
  name: token.name,
  status: token.status,
  ...(token.price === undefined ? {} : { price: token.price }),
  cid: imageCid(token),
  attributes: [...traitsOfToken(token)],
})

/** All of a token, with what its row in the list shows. */
export const tokenViewOf = (token: Token): TokenView => ({ ...token, ...tokenRowOf(token) })
