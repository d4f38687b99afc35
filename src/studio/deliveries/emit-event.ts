import type { Database } from '#platform/db/database.ts'
import type { SaleError } from '#contract/sales/sale.ts'
import { type SaleEventKind, saleStatus } from '#contract/sales/sale-status.ts'
import { insertDelivery } from './store.ts'
import type { Studio } from '../options.ts'
import { enabledWebhooks } from '../store/webhooks.ts'
import { insertEvent, lastEventTime } from '../events/store.ts'

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
    readonly name: string
    /** Lovelace. */
    readonly price: number
  }[]
  readonly error?: readonly SaleError[]
}

/**
 * Writes an event and what is to be delivered of it: one row for each webhook that is enabled
 * and gets this kind. Call
 * it in the database transaction that changes the sale, so that neither is ever without the other.
 */
export const emitEvent = (
  studio: Pick<Studio, 'database' | 'nextId' | 'now' | 'wakeDeliveries'>,
  event: SaleEvent,
): void => {
  const { database, nextId } = studio
  const at = studio.now()
  const reported = {
    id: nextId(),
    status: event.status,
    sale_id: event.saleId,
    collection_id: event.collectionId,
    tokens: JSON.stringify(
      event.tokens.map(({ image, tx_id, asset_name, name, price }) => ({
        image,
        tx_id,
        asset_name,
        name,
        price,
      })),
    ),
    error: event.error === undefined ? null : JSON.stringify(event.error),
  }
  database.transact(() => {
    insertEvent(database, { ...reported, created_at: notBeforeLast(database, at.toISOString()) })
    for (const { id: webhookId } of enabledWebhooks(database, ownKindOf(event.status))) {
      insertDelivery(database, {
        id: nextId(),
        webhookId,
        eventId: reported.id,
        saleId: reported.sale_id,
        at,
      })
    }
  })
  studio.wakeDeliveries()
}

const ownKindOf = (kind: SaleEventKind): string | undefined =>
  saleStatus[kind].event === 'own' ? kind : undefined

/** Whoever reads the list by its times relies on them: a clock that is put back does not put them back. */
const notBeforeLast = (database: Database, at: string): string => {
  const last = lastEventTime(database) ?? at
  return last > at ? last : at
}
