import { isColdpressError } from '#values/errors/errors.ts'
import type { Mint } from '#contract/mints/mint.ts'
import type { SaleDetails, UnprovedWallet } from '#contract/sales/calls.ts'
import type { Sale } from '#contract/sales/sale.ts'
import type { MintingClient } from '#app/api/client.ts'
import type { App } from '#app/create-app.ts'
import { lacksTestedWalletBackup } from '#app/policies/wallets.ts'
import { readAnalytics } from '#app/sales/analyze-sales.ts'
import { planRefund, refundChain } from '#app/sales/plan-refund.ts'
import { priceTokens } from '#app/sales/price-tokens.ts'
import { resolveWhenConfirmed, soldTokensText } from '#app/sales/resolve-sale.ts'
import { cancelSale, reserveSale } from '#app/sales/sale-calls.ts'
import { readSharedPayment, sharedFile } from '#app/sales/share-sale.ts'
import { describeSale, summarizeSale } from '#app/sales/show-sale.ts'
import { requireOpenVault } from '#app/vault/require-open-vault.ts'
import { replaceFile } from '#platform/disk/durable-file.ts'
import type { ConfirmingContext } from '../confirm/confirmations.ts'
import { asksOutsidePage } from '../confirm/outside-devnet.ts'
import { openMintingAccount } from '#app/mints/minting-account.ts'
import { mintKeysHere } from '#app/mints/mint-keys-here.ts'
import { requireReadyToMint } from '#app/mints/ready-to-mint.ts'
import type { PickedFiles } from '../picked-files.ts'
import type { WindowHandlersOf, ServicesDeps } from '../services-deps.ts'
import { tokenRowOf, tokenViewOf } from '#app/collections/token-view.ts'
import { createRehearsalService } from './rehearsal-service.ts'
import { roundHandlers } from './round-handlers.ts'

type SalesContext = ConfirmingContext &
  Pick<ServicesDeps, 'dialogs'> & { readonly picked: PickedFiles; readonly now?: () => Date }
type Sales = WindowHandlersOf<'sales'>
type CollectionRef = { readonly accountId: string; readonly collectionId: string }
type SaleRef = CollectionRef & { readonly saleId: string }

export type SalesService = { readonly handlers: Sales; readonly close: () => void }

export const createSalesService = (
  deps: SalesContext & Pick<ServicesDeps, 'emit'>,
): SalesService => {
  const context = contextOf(deps)
  const rehearsal = createRehearsalService(deps)
  return {
    handlers: {
      ...readingHandlers(deps, context),
      ...changingHandlers(deps, context),
      ...rehearsal.handlers,
      ...priceHandlers(deps),
      ...roundHandlers(deps),
    },
    close: rehearsal.close,
  }
}

const priceHandlers = ({
  app,
}: SalesContext): Pick<Sales, 'sales.setTokenPrice' | 'sales.setTokenPrices'> => ({
  'sales.setTokenPrice': async ({
    tokenId,
    price,
    skipsRehearsal,
    acceptsLocalImages,
    acceptsUnfetchedImages,
    ...collectionRef
  }) => {
    const { accountId, collectionId } = collectionRef
    const minting = await openMintingAccount(app, accountId)
    if (price !== null) {
      const accepted = { skipsRehearsal, acceptsLocalImages, acceptsUnfetchedImages }
      await requireReadyToMint(minting, { collectionId, tokens: [tokenId] }, 'price', accepted)
    }
    return tokenViewOf(await minting.client.updateToken(collectionId, tokenId, { price }))
  },
  'sales.setTokenPrices': async ({
    prices,
    skipsRehearsal,
    acceptsLocalImages,
    acceptsUnfetchedImages,
    accountId,
    collectionId,
  }) => {
    const minting = await openMintingAccount(app, accountId)
    const accepted = { skipsRehearsal, acceptsLocalImages, acceptsUnfetchedImages }
    const { changed, failed } = await priceTokens(minting, collectionId, prices, accepted)
    return { changed: changed.map(tokenRowOf), failed: [...failed] }
  },
})

/** The service, and the answer about a sale, for all handlers. */
type SaleContext = ReturnType<typeof contextOf>

const contextOf = ({ app, now = () => new Date() }: SalesContext) => {
  const open = async ({ accountId, collectionId }: CollectionRef) => {
    const client = await app.accounts.client(accountId)
    return { client, account: app.accounts.get(accountId), collectionId }
  }
  return {
    now,
    open,
    answer: async (collectionRef: CollectionRef, sale: Sale): Promise<SaleDetails> => {
      const { client, account } = await open(collectionRef)
      const isHere = (mint: Mint) => mintKeysHere(app, account.id, mint)
      const context = { client, account, gateways: app.gateways, keysHere: isHere }
      return describeSale(context, sale, now())
    },
  }
}

type Reading =
  | 'sales.list'
  | 'sales.wallet'
  | 'sales.show'
  | 'sales.share'
  | 'sales.analytics'
  | 'sales.refund'

const readingHandlers = (
  { app, dialogs }: SalesContext,
  { open, answer, now }: SaleContext,
): Pick<Sales, Reading> => ({
  'sales.list': async ({ cursor, ...collectionRef }) => {
    const { client, collectionId } = await open(collectionRef)
    try {
      const page = await client.salePage(collectionId, cursor)
      const answeredAt = now()
      return {
        canSell: true,
        sales: page.sales.map((sale) => summarizeSale(sale, answeredAt)),
        cursor: page.cursor,
      }
    } catch (error) {
      // Not every service sells.
      if (!isColdpressError(error, 'not_found')) throw error
      return { canSell: false, sales: [], cursor: null }
    }
  },
  'sales.wallet': async (collectionRef) => {
    const { client, collectionId } = await open(collectionRef)
    return findUnprovedWallet(app, client, collectionId)
  },
  'sales.show': async ({ saleId, ...collectionRef }) => {
    const { client, collectionId } = await open(collectionRef)
    return answer(collectionRef, await client.getSale(collectionId, saleId))
  },
  'sales.share': async ({ saleId, form, ...collectionRef }) => {
    const { content, images } = app
    const { sale, payment } = await readSharedPayment(
      { ...(await open(collectionRef)), content, images },
      { id: saleId, collection_id: collectionRef.collectionId },
      { now },
    )
    const path = await dialogs.saveFile(`payment-${sale.id.slice(-8)}.${form}`)
    if (path !== null) await replaceFile(path, sharedFile(payment, form))
    return path
  },
  'sales.analytics': async ({ accountId, collectionId }) => {
    const client = await app.accounts.client(accountId)
    const account = app.accounts.get(accountId)
    return readAnalytics({ client, account }, collectionId ?? undefined)
  },
  'sales.refund': async ({ saleId, to, ...collectionRef }) => {
    const { client, account, collectionId } = await open(collectionRef)
    const [sale, { network }] = await Promise.all([
      client.getSale(collectionId, saleId),
      client.getCollection(collectionId),
    ])
    return planRefund(refundChain(app.gateways, account, network), sale, to ?? undefined)
  },
})

type Changing = 'sales.create' | 'sales.cancel' | 'sales.resolve'

const changingHandlers = (
  deps: SalesContext,
  { open, answer }: SaleContext,
): Pick<Sales, Changing> => ({
  'sales.create': async ({
    request,
    skipsRehearsal,
    acceptsLocalImages,
    acceptsUnfetchedImages,
    ...collectionRef
  }) => {
    const accepted = { skipsRehearsal, acceptsLocalImages, acceptsUnfetchedImages }
    const { collectionId } = collectionRef
    const minting = await openMintingAccount(deps.app, collectionRef.accountId)
    const tokens = request.type === 'random' ? 'all' : request.tokens
    await requireReadyToMint(minting, { collectionId, tokens }, 'sale', accepted)
    const sale = await reserveSale(minting.client, collectionId, request)
    deps.log({
      level: 'info',
      kind: 'collection',
      message: `${putOnSaleText(sale)} put on sale.`,
      details: { ...collectionRef, saleId: sale.id },
    })
    return answer(collectionRef, sale)
  },
  'sales.cancel': async (saleRef) => {
    const { client, collectionId } = await open(saleRef)
    const sale = await cancelSale(client, { id: saleRef.saleId, collection_id: collectionId })
    deps.log({
      level: 'info',
      kind: 'collection',
      message: `A sale of ${soldTokensText(sale)} was cancelled; its price had not been paid.`,
      details: detailsOf(saleRef),
    })
    return answer(saleRef, sale)
  },
  'sales.resolve': async ({ action, to, ...saleRef }) => {
    const { client, account, collectionId } = await open(saleRef)
    // Waiting costs nothing; everything else needs signatures of the studio's vault.
    if (account.kind === 'local' && action !== 'wait') requireOpenVault(deps.app)
    const known = await client.getSale(collectionId, saleRef.saleId)
    const decision = { action, ...(to === null ? {} : { to }) }
    const asks = asksOutsidePage(deps, account)
    const context = { ...deps.app, client, account, asks }
    const sale = await resolveWhenConfirmed(context, known, decision)
    deps.log({
      level: 'info',
      kind: action === 'wait' ? 'collection' : 'signing',
      message: `${resolutionTexts[action]}: a sale of ${soldTokensText(sale)}.`,
      details: detailsOf(saleRef),
    })
    return answer(saleRef, sale)
  },
})

const detailsOf = ({ accountId, collectionId, saleId }: SaleRef) => ({
  accountId,
  collectionId,
  saleId,
})

const putOnSaleText = (sale: Sale): string =>
  sale.tokens.length === 1 ? `${soldTokensText(sale)} was` : `${soldTokensText(sale)} were`

const resolutionTexts = {
  refund: 'A refund was started',
  retry: 'Tried once more',
  accept: 'Accepted as it was paid',
  wait: 'Waits for what is missing',
} as const

/**
 * The wallet of this computer that receives the payments of a collection's newest sale, unless a
 * tested backup holds it. The sale's address shows whose studio a service is; its URL does not.
 */
const findUnprovedWallet = async (
  { wallets }: Pick<App, 'wallets'>,
  client: Pick<MintingClient, 'salePage'>,
  collectionId: string,
): Promise<UnprovedWallet | null> => {
  const address = await readNewestAddress(client, collectionId)
  const wallet = address === undefined ? undefined : await wallets.paidAt(address)
  if (wallet === undefined || !lacksTestedWalletBackup(wallet)) return null
  return { id: wallet.id, backup: wallet.backup.state === 'made' ? 'made' : 'none' }
}

const readNewestAddress = async (
  client: Pick<MintingClient, 'salePage'>,
  collectionId: string,
): Promise<string | undefined> => {
  try {
    return (await client.salePage(collectionId, null)).sales[0]?.payment_address
  } catch (error) {
    // Not every service sells.
    if (isColdpressError(error, 'not_found')) return undefined
    throw error
  }
}
