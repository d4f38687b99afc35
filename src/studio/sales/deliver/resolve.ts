import { ColdpressError, messageOf } from '#values/errors/errors.ts'
import type { ResolveRequest } from '#contract/sales/sale.ts'
import type { SaleResolution } from '#contract/sales/sale-status.ts'
import { paymentAddress } from '#cardano/addresses.ts'
import type { Block } from '#chain/gateway/gateway.ts'
import { existingCollection } from '../../store/collections.ts'
import { requireChain } from '../../mints/chain.ts'
import type { Studio } from '../../options.ts'
import { noteDelivery } from './hold-sale.ts'
import { changeSale } from '../change-sale.ts'
import { requireDelivery } from './delivery.ts'
import { isCollected } from './delivery-time.ts'
import { existingSale } from '../existing-sale.ts'
import { holdSale, withdrawHeld } from './hold-sale.ts'
import { processSale } from './process.ts'
import { refundSale } from '../refund/refund.ts'
import { requireAllowed } from './resolutions.ts'
import { requireTime } from '../reserve/require-possible.ts'
import { sameBytes, sendAgain, sentBefore } from './send-again.ts'
import { insertReservationGap } from '../../store/reservation-gaps.ts'
import { holdSaleTokens, type SaleRow } from '../../store/sales.ts'
import { fetchTip, slotNow } from '../tip.ts'

/**
 * Applies the owner's resolution to a sale; idempotent.
 * @throws ColdpressError `not_found`, `invalid`; `conflict` for what its state does not allow; of the gateway
 * and, for a refund, of the builder
 */
export const resolveSale = async (
  studio: Studio,
  saleId: string,
  { action, to, hold = false }: ResolveRequest,
): Promise<SaleRow> => {
  requireChain(studio)
  const receiver = to === undefined ? undefined : receiverOf(studio, to)
  if (hold && action !== 'retry' && action !== 'accept')
    throw new ColdpressError('invalid', `hold: only retry and accept can be held, not ${action}`)
  const sale = existingSale(studio, saleId)
  if (hold && isCollected(sale))
    throw new ColdpressError(
      'invalid',
      'hold: the transaction of this sale is built with its signing round, so nothing can be held; leave it out',
    )
  if (requireAllowed(studio, sale, { action, to: receiver }) === 'done') return sale
  if (hold) {
    await holdSale(studio, saleId, { action, receiver })
    return existingSale(studio, saleId)
  }
  switch (action) {
    case 'refund':
      await refundSale(studio, saleId, receiver)
      break
    case 'wait':
      await waitForMore(studio, saleId)
      break
    case 'accept':
    case 'retry':
      goOn(studio, saleId, { resolution: action, receiver, tip: await tipFor(studio, sale) })
      await processSale(studio, saleId).catch(leaveToTheNextRound)
      break
  }
  return existingSale(studio, saleId)
}

/** The delivery time starts again from there; other sales need none. */
const tipFor = async (studio: Studio, sale: SaleRow): Promise<Block | undefined> =>
  isCollected(sale) ? fetchTip(studio) : undefined

/** The resolution is stored; an unanswered gateway call is retried in the next round. */
const leaveToTheNextRound = (error: unknown): void => {
  if (!(error instanceof ColdpressError)) throw error
}

const receiverOf = ({ network }: Studio, to: string): string => {
  try {
    return paymentAddress(to, network).bech32
  } catch (error) {
    if (!(error instanceof ColdpressError)) throw error
    throw new ColdpressError('invalid', `to: ${messageOf(error)}`, { cause: error })
  }
}

/**
 * Restarts the reservation in chain time: payments from now on are in time, beside those that were. What
 * came between its end and now was late, and completes nothing.
 */
const waitForMore = async (studio: Studio, saleId: string): Promise<void> => {
  const { collection_id: collectionId } = existingSale(studio, saleId)
  await requireDelivery(studio, existingCollection(studio, collectionId))
  const tip = await fetchTip(studio)
  studio.database.transact(() => {
    const sale = existingSale(studio, saleId)
    if (requireAllowed(studio, sale, { action: 'wait' }) === 'done') return
    const from = slotNow(studio, tip)
    const reservedUntil = from + BigInt(sale.reservation_time)
    const { confirmations, delivers_within: deliversWithin } = sale
    const terms = { reservedUntil, confirmations, deliversWithin }
    const collection = existingCollection(studio, sale.collection_id)
    requireTime(studio, collection, terms, 'Give what was paid back by a refund.')
    const at = studio.now().toISOString()
    if (!holdSaleTokens(studio.database, saleId, at)) throw takenSince()
    const { reserved_until: end } = sale
    if (end < from) insertReservationGap(studio.database, saleId, { from: end, until: from })
    changeSale(studio, sale, {
      resolution: 'wait',
      reserved_until: reservedUntil,
      unpaid_by: null,
      watch_at: 0,
    })
  })
}

const takenSince = (): ColdpressError =>
  new ColdpressError(
    'conflict',
    'action: another sale or mint has the tokens by now, so nothing can be waited for. Give what was paid back by a refund.',
  )

type GoingOn = {
  readonly resolution: SaleResolution
  readonly receiver: string | undefined
  readonly tip: Block | undefined
}

const goOn = (studio: Studio, saleId: string, { resolution, receiver, tip }: GoingOn): void =>
  studio.database.transact(() => {
    const before = existingSale(studio, saleId)
    if (requireAllowed(studio, before, { action: resolution, to: receiver }) === 'done') return
    withdrawHeld(studio, before)
    const again = sentBefore(studio, before)
    if (receiver !== undefined && again !== undefined && !again.settled) throw sameBytes(again)
    const sale = changeSale(studio, before, {
      resolution,
      ...(receiver === undefined ? {} : { delivery_address: receiver }),
      ...(tip !== undefined && isCollected(before) ? { deliver_from: slotNow(studio, tip) } : {}),
    })
    noteDelivery(studio, sale, receiver)
    if (again !== undefined && receiver === undefined && sendAgain(studio, sale, again)) return
    changeSale(studio, sale, { status: 'PROCESSING', mint_id: null, tx_id: null, error: null })
  })
