import type { Sale } from '#shared/wire/sale.ts'
import { timeOf } from '#core/cardano/slots.ts'
import type { Studio } from '../options.ts'
import { shownDelivery } from '../sales/delivery.ts'
import { existingSale } from '../sales/existing-sale.ts'
import { requireSale } from '../sales/require-sale.ts'
import { existingCollection } from '../store/collections.ts'
import type { SaleRow } from '../store/sales.ts'
import { type SaleState, saleStateOf } from './sale-state.ts'

/** @throws ColdpressError `not_found`; as `requireSale`, and nothing of it is shown then */
export const confirmedSale = async (studio: Studio, id: string): Promise<SaleRow> => {
  const row = existingSale(studio, id)
  await requireSale(studio, row)
  return row
}

/** @param view the same sale as it is answered */
export const shownState = async (studio: Studio, row: SaleRow, view: Sale): Promise<SaleState> => {
  const collection = existingCollection(studio, row.collection_id)
  // Nobody pays any more: whether it can be delivered is no question.
  const { state: delivery } =
    row.status === 'RESERVED' || row.status === 'UNRESOLVED_UNDERPAID'
      ? await shownDelivery(studio, collection)
      : ({ state: 'ready' } as const)
  return saleStateOf(studio, row, {
    view,
    endsAt: timeOf(studio.network, row.reserved_until),
    delivery,
  })
}
