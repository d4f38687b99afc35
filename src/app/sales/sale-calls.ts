import type { ResolveRequest, Sale, SaleRequest } from '#contract/sales/sale.ts'
import { isCancelled } from '#contract/sales/sale-status.ts'
import { tokensSold } from '#contract/sales/total-price.ts'
import type { MintingClient } from '../api/client.ts'
import { createOnce, mayHaveArrived } from '../api/create-once.ts'

/**
 * Reserves tokens. After a lost response it looks for the sale instead of sending again, since a
 * service would reserve twice (ADR 4).
 * @throws ColdpressError as `createOnce`
 */
export const reserveSale = (
  client: Pick<MintingClient, 'createSale' | 'sales'>,
  collectionId: string,
  request: SaleRequest,
): Promise<Sale> =>
  createOnce<Sale>({
    noun: 'sale',
    send: () => client.createSale(collectionId, request),
    list: (size) => client.sales(collectionId, { order: 'desc', size }),
    isNewestFirst: true,
    isLike: (sale) => matchesRequest(sale, request),
  })

/** Whether a sale is what was asked for. What a service does not state is no difference. */
export const matchesRequest = (sale: Sale, request: SaleRequest): boolean => {
  if (
    (sale.type ?? request.type) !== request.type ||
    sale.price !== request.price ||
    (sale.reservation_time ?? request.reservation_time) !== request.reservation_time
  )
    return false
  if (request.type === 'random') return tokensSold(sale) === request.quantity
  const wanted = new Set(request.tokens)
  return sale.tokens.length === wanted.size && sale.tokens.every(({ id }) => wanted.has(id ?? ''))
}

/**
 * Cancels an unpaid reservation, and reads the sale where the service answers no sale.
 * @throws ColdpressError as the client, except when a call whose response was lost succeeded
 */
export const cancelSale = (
  client: Pick<MintingClient, 'cancelSale' | 'getSale'>,
  sale: SaleIds,
): Promise<Sale> =>
  afterLostAnswer(
    client,
    sale,
    async () =>
      (await client.cancelSale(sale.collection_id, sale.id)) ??
      client.getSale(sale.collection_id, sale.id),
    isCancelled,
  )

type SaleIds = Pick<Sale, 'id' | 'collection_id'>

/**
 * Has the service resolve a failed sale; nothing is asked, see `resolveWhenConfirmed`.
 * @param sale as shown to the user who decided
 * @throws ColdpressError as the client, except when the sale has changed although the response was
 * lost
 */
export const sendResolution = (
  client: Pick<MintingClient, 'resolveSale' | 'getSale'>,
  sale: Sale,
  request: ResolveRequest,
): Promise<Sale> =>
  afterLostAnswer(
    client,
    sale,
    () => client.resolveSale(sale.id, request),
    (now) =>
      now.status !== sale.status ||
      (now.mint_id ?? null) !== (sale.mint_id ?? null) ||
      (now.refund_id ?? null) !== (sale.refund_id ?? null) ||
      (now.held_mint_id ?? null) !== (sale.held_mint_id ?? null),
  )

const afterLostAnswer = async (
  client: Pick<MintingClient, 'getSale'>,
  sale: SaleIds,
  call: () => Promise<Sale>,
  isDone: (now: Sale) => boolean,
): Promise<Sale> => {
  try {
    return await call()
  } catch (error) {
    if (!mayHaveArrived(error)) throw error
    const now = await client.getSale(sale.collection_id, sale.id)
    if (isDone(now)) return now
    throw error
  }
}
