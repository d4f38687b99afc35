import type { deliveryOperations } from '#contract/webhooks/operations.ts'
import type { Delivery } from '#contract/webhooks/webhook.ts'
import type { HandlersOf } from '#transport/http/server.ts'
import { deliveryBody, idempotencyKey } from '../events/body.ts'
import { eventOf } from '../events/store.ts'
import type { Studio } from '../options.ts'
import { pageOfRows, pageStart } from '../server/paging.ts'
import { existingWebhook } from '../webhooks/webhooks.ts'
import type { Deliveries } from './deliver.ts'
import { existingDelivery, resendDelivery } from './resend.ts'
import { attemptsOf, type DeliveryRow, listDeliveries } from './store.ts'
import { testWebhook } from './test-webhook.ts'

export const deliveryHandlers = (
  studio: Studio,
  deliveries: Deliveries,
): HandlersOf<typeof deliveryOperations> => ({
  testWebhook: ({ params }) =>
    testWebhook(studio, deliveries, existingWebhook(studio, params.webhook_id)),

  deliveries: ({ params, query }) => {
    const { id } = existingWebhook(studio, params.webhook_id)
    const scope = `deliveries/${id}/${query.state ?? ''}`
    const start = pageStart(query, scope)
    const rows = listDeliveries(studio.database, id, query.state, start)
    return pageOfRows(rows, start, scope, (row) => deliveryView(studio, row))
  },

  getDelivery: ({ params }) => {
    const row = existingDelivery(studio, params.delivery_id)
    const event = eventOf(studio.database, row.event_id)
    return {
      ...deliveryView(studio, row),
      request_body: deliveryBody(studio, event, row.webhook_id),
    }
  },

  resendDelivery: ({ params }) => deliveryView(studio, resendDelivery(studio, params.delivery_id)),
})

const deliveryView = (studio: Pick<Studio, 'database'>, row: DeliveryRow): Delivery => ({
  id: row.id,
  webhook_id: row.webhook_id,
  event_id: row.event_id,
  event_status: row.event_status,
  sale_id: row.sale_id,
  idempotency_key: idempotencyKey(row.event_id, row.webhook_id),
  state: row.state,
  reason: row.state === 'pending' ? reasonToWait(row) : row.reason,
  attempts: row.attempts,
  next_attempt_at:
    row.state === 'pending' && row.turn && row.waits_because === null
      ? new Date(row.due_at).toISOString()
      : null,
  history: attemptsOf(studio.database, row.seq),
  created_at: row.created_at,
  ended_at: row.ended_at,
})

const reasonToWait = (row: DeliveryRow): string | null => {
  if (row.waits_because !== null) return row.waits_because
  return row.turn ? row.reason : 'an earlier event of this sale is not delivered yet'
}
