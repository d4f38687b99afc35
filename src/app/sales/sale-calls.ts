import { setTimeout as sleep } from 'node:timers/promises'
import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import type { ResolveRequest, Sale, SaleRequest } from '#contract/sales/sale.ts'
import type { MintingClient } from '../api/client.ts'

/** Number and interval of the queries that follow a lost response. */
const lookups = { count: 3, pauseMs: 1000 }

/**
 * Reserves tokens. After a lost response it looks for the sale instead of sending again, since a
 * service would reserve twice (ADR 4).
 * @throws ColdpressError as the client; after a lost response without a matching sale, with
 * `mayHaveArrived` and advice to check
 */
export const reserveSale = async (
  client: Pick<MintingClient, 'createSale' | 'sales'>,
  collectionId: string,
  request: SaleRequest,
): Promise<Sale> => {
  const before = (await client.sales(collectionId, { order: 'desc', size: 1 }).next()).value?.id
  try {
    return await client.createSale(collectionId, request)
  } catch (error) {
    if (!mayHaveArrived(error)) throw error
    const found = await findMatchingSales(client, collectionId, { before, request })
    const [only] = found
    if (only !== undefined && found.length === 1) return only
    throw new ColdpressError(
      error.code,
      `${error.message} ${
        found.length === 0
          ? 'It may have arrived all the same: look at the list of sales before you reserve again.'
          : `Since then ${found.length} sales like it were made, so it is not known which one is this: look at the list of sales.`
      }`,
      { details: error.details, cause: error },
    )
  }
}

const mayHaveArrived = (error: unknown): error is ColdpressError =>
  isColdpressError(error) && error.details['mayHaveArrived'] === true

type Wanted = {
  /** The newest sale before the request. */
  readonly before: string | undefined
  readonly request: SaleRequest
}

const findMatchingSales = async (
  client: Pick<MintingClient, 'sales'>,
  collectionId: string,
  { before, request }: Wanted,
): Promise<readonly Sale[]> => {
  for (let attempt = 1; ; attempt += 1) {
    const found: Sale[] = []
    for await (const sale of client.sales(collectionId, { order: 'desc' })) {
      if (sale.id === before) break
      if (matchesRequest(sale, request)) found.push(sale)
    }
    if (found.length > 0 || attempt === lookups.count) return found
    await sleep(lookups.pauseMs)
  }
}

const matchesRequest = (sale: Sale, request: SaleRequest): boolean => {
  if (
    sale.type !== request.type ||
    sale.price !== request.price ||
    sale.reservation_time !== request.reservation_time
  )
    return false
  if (request.type === 'random') return sale.supply === request.quantity
  const wanted = new Set(request.tokens)
  return sale.tokens.length === wanted.size && sale.tokens.every(({ id }) => wanted.has(id))
}

/**
 * Cancels an unpaid reservation.
 * @throws ColdpressError as the client, except when a call whose response was lost succeeded
 */
export const cancelSale = (
  client: Pick<MintingClient, 'cancelSale' | 'getSale'>,
  id: string,
): Promise<Sale> =>
  afterLostAnswer(
    client,
    id,
    () => client.cancelSale(id),
    ({ status }) => status === 'CANCELLED',
  )

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
    sale.id,
    () => client.resolveSale(sale.id, request),
    (now) =>
      now.status !== sale.status ||
      (now.mint_id ?? null) !== (sale.mint_id ?? null) ||
      (now.refund_id ?? null) !== (sale.refund_id ?? null) ||
      (now.held_mint_id ?? null) !== (sale.held_mint_id ?? null),
  )

const afterLostAnswer = async (
  client: Pick<MintingClient, 'getSale'>,
  id: string,
  call: () => Promise<Sale>,
  isDone: (now: Sale) => boolean,
): Promise<Sale> => {
  try {
    return await call()
  } catch (error) {
    if (!mayHaveArrived(error)) throw error
    const now = await client.getSale(id)
    if (isDone(now)) return now
    throw error
  }
}
