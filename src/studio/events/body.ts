import { wireNetwork } from '../../core/cardano/network.ts'
import type { StudioEvent } from '../../shared/wire/event.ts'
import type { Studio } from '../options.ts'
import type { EventRow } from './store.ts'

/** An event as the list answers it; the account is the application that the studio serves. */
export const eventView = (
  studio: Pick<Studio, 'network' | 'appId'>,
  row: Omit<EventRow, 'seq'>,
): StudioEvent => ({
  id: row.id,
  data: {
    status: row.status,
    tokens: row.tokens,
    sale_id: row.sale_id,
    account_id: studio.appId,
    collection_id: row.collection_id,
    ...(row.error === null ? {} : { error: row.error }),
  },
  type: 'nft',
  object: 'event',
  api_version: '1.0',
  create_date: Date.parse(row.created_at),
  network: wireNetwork(studio.network),
})

/** The same for every attempt at a delivery, and of no other one (interface, "Event"). */
export const idempotencyKey = (eventId: string, webhookId: string): string =>
  `${eventId}|${webhookId}`

/** What a webhook is sent: the interface's fields, in the order of its table. */
export const deliveryBody = (event: StudioEvent, webhookId: string): string => {
  const { id, data, type, object, api_version, create_date, network } = event
  return JSON.stringify({
    id,
    data,
    type,
    object,
    webhook_id: webhookId,
    api_version,
    create_date,
    idempotency_key: idempotencyKey(id, webhookId),
    network,
  })
}
