import { type Network, wireNetwork } from '#cardano/network.ts'
import { studioEvent, type StudioEvent } from '#contract/events/event.ts'
import type { EventToSend } from './store.ts'

/** Where events come from: the account is the application that the studio serves. */
export type EventOrigin = { readonly network: Network; readonly appId: string }

/** The interface's fields of an event, but for those that say to whom it is delivered. */
const fieldsOf = ({ network, appId }: EventOrigin, row: EventToSend) => {
  const tokens: unknown = JSON.parse(row.tokens)
  const error: unknown = row.error === null ? undefined : JSON.parse(row.error)
  return {
    id: row.id,
    data: {
      status: row.status,
      tokens,
      sale_id: row.sale_id,
      account_id: appId,
      collection_id: row.collection_id,
      ...(error === undefined ? {} : { error }),
    },
    type: 'nft',
    object: 'event',
    api_version: '1.0',
    create_date: Date.parse(row.created_at),
    network: wireNetwork(network),
  }
}

/** An event as the list answers it. */
export const eventView = (origin: EventOrigin, row: EventToSend): StudioEvent =>
  studioEvent.parse(fieldsOf(origin, row))

/** The same for every attempt at a delivery, and of no other one (interface, "Event"). */
export const idempotencyKey = (eventId: string, webhookId: string): string =>
  `${eventId}|${webhookId}`

/**
 * What a webhook is sent of an event. It is made of nothing but the event's row and the webhook's
 * id, so every attempt sends the same bytes.
 */
export const deliveryBody = (origin: EventOrigin, row: EventToSend, webhookId: string): string => {
  const { id, data, type, object, api_version, create_date, network } = fieldsOf(origin, row)
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
