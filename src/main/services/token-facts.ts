import type { TokenFacts, TokenRow } from '#shared/calls/collections.ts'
import type { Token } from '#shared/wire/token.ts'
import { imageCid } from '#core/content/image-cid.ts'
import { wordOf } from '#core/cardano/template.ts'

/** What the list of a collection's tokens shows of one. */
export const tokenRowOf = (token: Token): TokenRow => ({
  id: token.id,
  asset_name: token.asset_name,
  name: token.name,
  status: token.status,
  cid: imageCid(token),
  attributes: [
    ...(token.metadata_attributes ?? []).map(({ name, tag, value }) => ({
      name: name || wordOf(tag),
      value,
    })),
    ...Object.entries(token.custom_attributes ?? {}).map(([name, value]) => ({ name, value })),
  ],
})

/** All of a token, with what its row in the list shows. */
export const tokenFactsOf = (token: Token): TokenFacts => ({ ...token, ...tokenRowOf(token) })
