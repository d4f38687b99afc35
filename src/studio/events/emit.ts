import type { SaleError, SaleEventKind } from '../../shared/wire/sale.ts'
import type { Studio } from '../options.ts'
import { insertEvent } from './store.ts'

/** What happened to a sale. */
export type SaleEvent = {
  readonly status: SaleEventKind
  readonly saleId: string
  readonly collectionId: string
  /** `tx_id` is empty while there is no transaction. */
  readonly tokens: readonly {
    readonly image: string
    readonly tx_id: string
    readonly asset_name: string
  }[]
  readonly error?: readonly SaleError[]
}

/**
 * Writes an event and what is to be delivered of it. Call it in the database transaction that
 * changes the sale, so that neither is ever without the other.
 */
export const emitEvent = (studio: Studio, event: SaleEvent): void => {
  insertEvent(studio, event)
}
