import type { SaleError } from '#contract/sales/sale.ts'
import type { SaleEventKind } from '#contract/sales/sale-status.ts'
import { emitEvent } from '../deliveries/emit-event.ts'
import type { Studio } from '../options.ts'
import {
  noteReported,
  type SaleChange,
  type SaleRow,
  saleTokens,
  updateSale,
} from '../store/sales.ts'
import { isDeepStrictEqual } from 'node:util'

/** Changes a sale. Call it in the database transaction that records the cause. */
export const changeSale = (studio: Studio, sale: SaleRow, change: SaleChange): SaleRow =>
  updateSale(studio.database, sale, change, studio.now().toISOString())

/**
 * Writes an event for the sale's webhooks, once for each kind and cause. Call it in the database transaction
 * of the change, with the changed sale.
 */
export const recordEvent = (
  studio: Studio,
  sale: SaleRow,
  event: {
    readonly kind: SaleEventKind
    readonly cause: string
    readonly error?: readonly SaleError[]
  },
): void => {
  if (!noteReported(studio.database, sale.id, `${event.kind} ${event.cause}`)) return
  emitEvent(studio, {
    status: event.kind,
    saleId: sale.id,
    collectionId: sale.collection_id,
    tokens: saleTokens(studio.database, sale.id).map(({ image, asset_name, name }) => ({
      image,
      tx_id: sale.tx_id ?? '',
      asset_name,
      name,
      price: Number(sale.price),
    })),
    ...(event.error === undefined ? {} : { error: event.error }),
  })
}

/** Whether nothing changed except the fields that each poll updates. */
export const isSameSale = (a: SaleRow | undefined, b: SaleRow): boolean =>
  a !== undefined && isDeepStrictEqual(withoutPolls(a), withoutPolls(b))

const withoutPolls = ({
  cursor_height: _height,
  cursor_index: _index,
  watch_at: _next,
  watched_at: _last,
  unpaid_by: _unpaid,
  ...sale
}: SaleRow) => sale
