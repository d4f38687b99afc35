import type { SaleForm, SaleFacts } from '#contract/sales/calls.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import type { Sale, SaleRequest } from '#contract/sales/sale.ts'
import { cancelSale, reserveSale, resolveSale } from '#app/sales/sale-calls.ts'
import { chainOf, knownChainOf } from '#app/accounts/chain-of.ts'
import { replaceFile } from '#platform/disk/durable-file.ts'
import { sharedFile, sharedPayment } from '#app/sales/share-sale.ts'
import type { ConfirmingContext } from '../confirm/confirmations.ts'
import type { HandlersOf, ServicesDeps } from '../services-deps.ts'
import type { PickedFiles } from '../picked-files.ts'
import { requireImages } from '../minting/image-checks.ts'
import { requireMintRehearsal } from '../minting/mint-rehearsal.ts'
import { tokenFactsOf } from '../token-facts.ts'
import { resolveConfirmed, wordOf } from './resolve-confirmed.ts'
import { factsOf, lineOf } from './sale-facts.ts'
import { analyticsOf, maxSales } from './sales-analytics.ts'
import { refundPlan } from './refund-plan.ts'
import { parkedOf } from './sale-parked.ts'
import { unprovedWallet } from './unproved-wallet.ts'
import { roundHandlers } from './round-handlers.ts'
import { createRehearsalService } from './rehearsal-service.ts'
import { event } from '#contract/events/event.ts'
import type { MintingClient } from '#app/api/client.ts'
import { requireOpenVault } from '#keys/vault/require-open-vault.ts'

type SalesContext = ConfirmingContext &
  Pick<ServicesDeps, 'dialogs'> & { readonly picked: PickedFiles; readonly now?: () => Date }
type Sales = HandlersOf<'sales'>
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
      ...priceHandler(deps),
      ...roundHandlers(deps),
    },
    close: rehearsal.close,
  }
}

const priceHandler = ({ core }: SalesContext): Pick<Sales, 'sales.setTokenPrice'> => ({
  'sales.setTokenPrice': async ({
    tokenId,
    price,
    skipsRehearsal,
    acceptsLocalImages,
    acceptsUnfetchedImages,
    ...collectionRef
  }) => {
    const { accountId, collectionId } = collectionRef
    const client = await core.accounts.client(accountId)
    if (price !== null) {
      const wanted = { ...collectionRef, tokens: [tokenId] }
      await requireImages(core, wanted, { acceptsLocalImages, acceptsUnfetchedImages })
      if (skipsRehearsal !== true) await requireMintRehearsal(core, wanted, 'price')
    }
    const token = await client.updateToken(collectionId, tokenId, {
      price: price === null ? null : Number(price),
    })
    return tokenFactsOf(token)
  },
})

/** The service, and the answer about a sale, for all handlers. */
type SaleContext = ReturnType<typeof contextOf>

const contextOf = ({ core, now = () => new Date() }: SalesContext) => {
  const open = async ({ accountId, collectionId }: CollectionRef) => {
    const client = await core.accounts.client(accountId)
    return { client, account: core.accounts.get(accountId), collectionId }
  }
  return {
    now,
    open,
    answer: async (collectionRef: CollectionRef, sale: Sale) => {
      const { client, account, collectionId } = await open(collectionRef)
      const answeredAt = now()
      const [collection, parked, events] = await Promise.all([
        client.getCollection(collectionId),
        parkedOf(core, account.id, client, sale),
        eventsOf(client, sale.id),
      ])
      const chain = chainOf(account, collection.network)
      return factsOf(core, sale, { chain, now: answeredAt, parked, events })
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
  { core, dialogs }: SalesContext,
  { open, answer, now }: SaleContext,
): Pick<Sales, Reading> => ({
  'sales.list': async ({ cursor, ...collectionRef }) => {
    const { client, collectionId } = await open(collectionRef)
    try {
      const page = await client.salePage(collectionId, cursor)
      const answeredAt = now()
      return {
        canSell: true,
        sales: page.sales.map((sale) => lineOf(sale, answeredAt)),
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
    return unprovedWallet(core, client, collectionId)
  },
  'sales.show': async ({ saleId, ...collectionRef }) => {
    const { client } = await open(collectionRef)
    return answer(collectionRef, await client.getSale(saleId))
  },
  'sales.share': async ({ saleId, form, ...collectionRef }) => {
    const { client, account, collectionId } = await open(collectionRef)
    const [sale, { network }] = await Promise.all([
      client.getSale(saleId),
      client.getCollection(collectionId),
    ])
    const payment = sharedPayment(sale, now(), knownChainOf(account, network))
    const path = await dialogs.saveFile(`payment-${sale.id.slice(-8)}.${form}`)
    if (path !== null) await replaceFile(path, sharedFile(payment, form))
    return path
  },
  'sales.analytics': async (collectionRef) => {
    const { client, account, collectionId } = await open(collectionRef)
    const { network } = await client.getCollection(collectionId)
    const sales: Sale[] = []
    for await (const sale of client.sales(collectionId, { size: 100, order: 'desc' })) {
      if (sales.length === maxSales) return analyticsOf(sales, chainOf(account, network), true)
      sales.push(sale)
    }
    return analyticsOf(sales, chainOf(account, network), false)
  },
  'sales.refund': async ({ saleId, to, ...collectionRef }) => {
    const { client, account, collectionId } = await open(collectionRef)
    const [sale, { network }] = await Promise.all([
      client.getSale(saleId),
      client.getCollection(collectionId),
    ])
    return refundPlan(core, chainOf(account, network), sale, to ?? undefined)
  },
})

type Changing = 'sales.create' | 'sales.cancel' | 'sales.resolve'

const changingHandlers = (
  deps: SalesContext,
  { open, answer }: SaleContext,
): Pick<Sales, Changing> => ({
  'sales.create': async ({
    form,
    skipsRehearsal,
    acceptsLocalImages,
    acceptsUnfetchedImages,
    ...collectionRef
  }) => {
    const accepted = { acceptsLocalImages, acceptsUnfetchedImages }
    const { client, collectionId } = await open(collectionRef)
    const tokens = typeof form.tokens === 'number' ? 'all' : form.tokens
    await requireImages(deps.core, { ...collectionRef, tokens }, accepted)
    if (skipsRehearsal !== true)
      await requireMintRehearsal(deps.core, { ...collectionRef, tokens }, 'sale')
    const sale = await reserveSale(client, collectionId, requestFrom(form))
    deps.log({
      level: 'info',
      kind: 'collection',
      message: `${countOf(sale)} put on sale.`,
      details: { ...collectionRef, saleId: sale.id },
    })
    return answer(collectionRef, sale)
  },
  'sales.cancel': async (saleRef) => {
    const { client } = await open(saleRef)
    const sale = await cancelSale(client, saleRef.saleId)
    deps.log({
      level: 'info',
      kind: 'collection',
      message: `A sale of ${wordOf(sale)} was cancelled; its price had not been paid.`,
      details: detailsOf(saleRef),
    })
    return answer(saleRef, sale)
  },
  'sales.resolve': async ({ action, to, ...saleRef }) => {
    const { client, account } = await open(saleRef)
    // Waiting costs nothing; everything else needs signatures of the studio's vault.
    if (account.kind === 'local' && action !== 'wait') requireOpenVault(deps.core)
    const known = await client.getSale(saleRef.saleId)
    const decision = { action, ...(to === null ? {} : { to }) }
    const sale =
      account.chain === 'devnet' || action === 'wait'
        ? await resolveSale(client, known, decision)
        : await resolveConfirmed(deps, { client, account }, known, { ...decision, action })
    deps.log({
      level: 'info',
      kind: action === 'wait' ? 'collection' : 'signing',
      message: `${resolved[action]}: a sale of ${wordOf(sale)}.`,
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

const countOf = (sale: Sale): string =>
  sale.tokens.length === 1 ? `${wordOf(sale)} was` : `${wordOf(sale)} were`

const resolved = {
  refund: 'A refund was started',
  retry: 'Tried once more',
  accept: 'Accepted as it was paid',
  wait: 'Waits for what is missing',
} as const

const requestFrom = ({
  tokens,
  price,
  reservationTime,
  confirmations,
  deliversWithin,
}: SaleForm): SaleRequest => {
  const terms = {
    price: Number(price),
    reservation_time: reservationTime,
    ...(confirmations === null ? {} : { confirmations }),
    ...(deliversWithin === null ? {} : { delivers_within: deliversWithin }),
  }
  return typeof tokens === 'number'
    ? { type: 'random', quantity: tokens, ...terms }
    : { type: 'fixed', tokens, ...terms }
}

/** The sale's events, oldest first; none where the service keeps no events. */
const eventsOf = async (
  client: Pick<MintingClient, 'events'>,
  saleId: string,
): Promise<SaleFacts['events']> => {
  try {
    const events = await Array.fromAsync(
      client.events({ sale_id: saleId, order: 'asc', size: 100 }),
    )
    return events.flatMap((one) => {
      const read = event.safeParse(one)
      const { id, data, create_date: at } = read.data ?? {}
      // A service that ignores the filter also returns events of other sales.
      if (id === undefined || data?.status === undefined || data.sale_id !== saleId) return []
      return [{ id, status: data.status, at: new Date(at ?? 0).toISOString() }]
    })
  } catch (error) {
    if (isColdpressError(error, 'not_found')) return []
    throw error
  }
}
