import type { ServiceContext, HandlersOf } from './services-deps.ts'
import { imageCid, tokenRowOf } from './token-facts.ts'

export const tokenHandlers = ({
  core: { accounts },
  log,
}: ServiceContext): HandlersOf<'tokens'> => ({
  'tokens.page': async ({ accountId, collectionId, cursor }) => {
    const client = await accounts.client(accountId)
    const page = await client.tokenPage(collectionId, cursor)
    return { tokens: page.tokens.map(tokenRowOf), cursor: page.cursor }
  },
  'tokens.get': async ({ accountId, collectionId, tokenId }) => {
    const client = await accounts.client(accountId)
    const token = await client.getToken(collectionId, tokenId)
    return { ...token, cid: imageCid(token) }
  },
  'tokens.remove': async ({ accountId, collectionId, tokenId }) => {
    const client = await accounts.client(accountId)
    const { asset_name: assetName } = await client.getToken(collectionId, tokenId)
    await client.deleteToken(collectionId, tokenId)
    log({
      level: 'warning',
      kind: 'collection',
      message: `The token ${assetName} was deleted.`,
      details: { accountId, collectionId, tokenId },
    })
    return null
  },
})
