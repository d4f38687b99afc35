import { rarityCsv } from '#values/rarity/collection-rarity.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import type { Mint } from '#contract/mints/mint.ts'
import { tokenName } from '#contract/tokens/token.ts'
import type { Accounts } from '#app/accounts/accounts.ts'
import type { MintingClient } from '#app/api/client.ts'
import { replaceFile } from '#platform/disk/durable-file.ts'
import { networkOfMint } from '#app/mints/mint-network.ts'
import type { ServiceContext, ServicesDeps, WindowHandlersOf } from './services-deps.ts'
import { rankTokens } from '#app/collections/rank-tokens.ts'
import { foundTokenOf, tokenViewOf, tokenRowOf } from '#app/collections/token-view.ts'

export const tokenHandlers = ({
  app: { accounts, gateways },
  log,
  dialogs,
}: ServiceContext & Pick<ServicesDeps, 'dialogs'>): Omit<
  WindowHandlersOf<'tokens'>,
  'tokens.exportSummary' | 'tokens.export' | 'tokens.stopExport'
> => ({
  'tokens.page': async ({ accountId, collectionId, cursor }) => {
    const client = await accounts.client(accountId)
    const page = await client.tokenPage(collectionId, cursor)
    return { tokens: page.tokens.map(tokenRowOf), cursor: page.cursor }
  },
  'tokens.find': async ({ name }) => {
    const studios = accounts.list().filter(({ kind }) => kind === 'local')
    const found = await Promise.allSettled(
      studios.map(({ id }) => findTokensOf(accounts, id, name)),
    )
    // A studio that does not run has nothing to show; its view says why.
    return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  },
  'tokens.get': async ({ accountId, collectionId, tokenId }) => {
    const client = await accounts.client(accountId)
    return tokenViewOf(await client.getToken(collectionId, tokenId))
  },
  'tokens.update': async ({ accountId, collectionId, tokenId, edit }) => {
    const client = await accounts.client(accountId)
    const token = await client.updateToken(collectionId, tokenId, edit)
    log({
      level: 'info',
      kind: 'collection',
      message: `The token ${tokenName(token)} was changed.`,
      details: { accountId, collectionId, tokenId },
    })
    return tokenViewOf(token)
  },
  'tokens.mintTransaction': async ({ accountId, collectionId, tokenId }) => {
    const minted = await findMint(await accounts.client(accountId), collectionId, tokenId)
    if (minted === undefined) return null
    const { mint, txId, isOnChain } = minted
    return { txId, page: isOnChain ? await gateways.explorerUrl(networkOfMint(mint), txId) : null }
  },
  'tokens.remove': async ({ accountId, collectionId, tokenId }) => {
    const client = await accounts.client(accountId)
    const isInBin = accounts.get(accountId).kind === 'local'
    const token = await client.getToken(collectionId, tokenId)
    await client.deleteToken(collectionId, tokenId)
    log({
      level: 'warning',
      kind: 'collection',
      message: `The token ${tokenName(token)} was deleted.`,
      details: { accountId, collectionId, tokenId },
    })
    return { isInBin }
  },
  'tokens.saveRarity': async ({ accountId, collectionId }) => {
    const client = await accounts.client(accountId)
    const tokens = await Array.fromAsync(client.tokens(collectionId, { order: 'asc', size: 100 }))
    const path = await dialogs.saveFile('rarity.csv')
    if (path === null) return null
    await replaceFile(path, new TextEncoder().encode(rarityCsv(rankTokens(tokens))))
    return path
  },
})

type Minted = { readonly mint: Mint; readonly txId: string; readonly isOnChain: boolean }

/** The newest mint that sent a token. A token whose mint failed may be in several. */
const findMint = async (
  client: MintingClient,
  collectionId: string,
  tokenId: string,
): Promise<Minted | undefined> => {
  try {
    for await (const mint of client.mints(collectionId, { order: 'desc' })) {
      if (mint.kind === 'burn') continue
      const txId = mint.tokens.find(({ id }) => id === tokenId)?.tx_id
      const status = mint.transactions.find((transaction) => transaction.tx_id === txId)?.status
      const isOnChain = status === 'in_block' || status === 'confirmed'
      if (txId !== undefined && (isOnChain || status === 'sent')) return { mint, txId, isOnChain }
    }
  } catch (error) {
    // Mints are the studio's own calls; other services answer `not_found`.
    if (!isColdpressError(error, 'not_found')) throw error
  }
  return undefined
}

/** As many as a search shows. */
const mostFound = 20

const findTokensOf = async (
  accounts: Pick<Accounts, 'client'>,
  accountId: string,
  name: string,
) => {
  const client = await accounts.client(accountId)
  const found = []
  for await (const token of client.findTokens({ name, size: mostFound })) {
    found.push({ accountId, ...foundTokenOf(token) })
    if (found.length === mostFound) break
  }
  return found
}
