import { timeOf } from '#cardano/slots.ts'
import { findMint } from '../../mints/store.ts'
import type { StudioNotice } from '../../notice.ts'
import type { Studio } from '../../options.ts'
import { existingCollection } from '../../store/collections.ts'
import { findSale, noteReported, type SaleRow, salesIn } from '../../store/sales.ts'
import { changeSale, recordEvent } from '../change-sale.ts'
import { deliverBySlot, isCollected } from './delivery-time.ts'
import { latestTip, slotNow } from '../tip.ts'
import { saleErrorOf } from '#contract/sales/explain-sale-error.ts'

/**
 * Stops paid sales whose delivery time has passed: their owner has to give the payment back, or agree
 * with the buyer to deliver later. A sale in a signing round goes on while that may still be signed.
 * The owner is told of both.
 */
export const noteLateDeliveries = (studio: Studio): void => {
  const tip = latestTip(studio)
  if (tip === undefined) return
  const slot = slotNow(studio, tip)
  for (const { id } of salesIn(studio.database, ['PROCESSING']).filter(isCollected)) {
    const notice = studio.database.transact(() => noteIfLate(studio, id, slot))
    if (notice !== undefined) studio.notify(notice)
  }
}

const noteIfLate = (studio: Studio, saleId: string, slot: bigint): StudioNotice | undefined => {
  const { database } = studio
  const sale = findSale(database, saleId)
  const end = sale && deliverBySlot(studio, sale)
  if (sale?.status !== 'PROCESSING' || end === undefined || slot < end) return undefined
  const cause = `DeliveryLateError ${end}`
  const mint = sale.mint_id === null ? undefined : findMint(database, sale.mint_id)
  if (mint === undefined) stopDelivery(studio, sale, { cause, end, slot })
  else if (mint.status !== 'awaiting_witnesses') return undefined
  return noteReported(database, saleId, `${mint === undefined ? 'stopped' : 'parked'} ${cause}`)
    ? noticeOf(studio, sale, { end, isParked: mint !== undefined })
    : undefined
}

const stopDelivery = (
  studio: Studio,
  before: SaleRow,
  { cause, end, slot }: { readonly cause: string; readonly end: bigint; readonly slot: bigint },
): void => {
  const message = { deliverBy: Number(end), currentSlot: Number(slot) }
  const error = [saleErrorOf('DeliveryLateError', message)]
  const sale = changeSale(studio, before, { status: 'PROCESSING_FAILED', error })
  recordEvent(studio, sale, { kind: 'PROCESSING_FAILED', cause, error })
}

const noticeOf = (
  studio: Studio,
  { id, collection_id: collectionId }: SaleRow,
  { end, isParked }: { readonly end: bigint; readonly isParked: boolean },
): StudioNotice => {
  const { name } = existingCollection(studio, collectionId)
  const by = timeOf(studio.network, end).toISOString()
  return {
    level: 'warning',
    message: `Sale ${id} of "${name}" is late: its buyer was told that it is signed before ${by}. ${
      isParked
        ? 'Bring the signatures of its signing round, or withdraw the round and refund the sale.'
        : 'Refund it, or retry it if the buyer agrees to wait.'
    }`,
    details: { network: studio.network, collection: collectionId, sale: id },
  }
}
