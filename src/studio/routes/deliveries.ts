import { z } from 'zod'
import { longText } from '#values/bounds/bounded.ts'
import { pageOf, pageQuery } from '#contract/page.ts'
import {
  delivery,
  deliveryStates,
  deliveryWithBody,
  webhookTested,
  type Delivery,
} from '#contract/webhooks/webhook.ts'
import type { Deliveries } from '../deliveries/deliver.ts'
import { existingDelivery, resendDelivery } from '../deliveries/resend.ts'
import { listDeliveries, attemptsOf, type DeliveryRow } from '../deliveries/store.ts'
import { testWebhook } from '../deliveries/test-webhook.ts'
import { deliveryBody, idempotencyKey } from '../events/body.ts'
import { eventOf } from '../events/store.ts'
import type { Studio } from '../options.ts'
import { pageOfRows, pageStart } from '../paging.ts'
import { existingWebhook } from '../webhooks.ts'
import { appParams, errors, type StudioApp, webhookParams } from './app-type.ts'

const tags = ['Webhooks']
const deliveryParams = appParams.extend({ delivery_id: longText })
const listQuery = pageQuery.extend({ state: z.enum(deliveryStates).optional() })

export const addDeliveryRoutes = (app: StudioApp, studio: Studio, deliveries: Deliveries): void => {
  app.post(
    '/webhooks/:webhook_id/test',
    {
      schema: {
        tags,
        summary: 'Send a sample event at once, and tell what came back',
        params: webhookParams,
        response: { 200: webhookTested, ...errors },
      },
    },
    async ({ params }) =>
      testWebhook(studio, deliveries, existingWebhook(studio, params.webhook_id)),
  )

  app.get(
    '/webhooks/:webhook_id/deliveries',
    {
      schema: {
        tags,
        summary: "List a webhook's deliveries and every attempt at them",
        params: webhookParams,
        querystring: listQuery,
        response: { 200: pageOf(delivery), ...errors },
      },
    },
    async ({ params, query }) => {
      const { id } = existingWebhook(studio, params.webhook_id)
      const scope = `deliveries/${id}/${query.state ?? ''}`
      const start = pageStart(query, scope)
      const rows = listDeliveries(studio.database, id, query.state, start)
      return pageOfRows(rows, start, scope, (row) => deliveryView(studio, row))
    },
  )

  addOneDeliveryRoutes(app, studio)
}

const addOneDeliveryRoutes = (app: StudioApp, studio: Studio): void => {
  app.get(
    '/deliveries/:delivery_id',
    {
      schema: {
        tags,
        summary: 'Read a delivery, with the body that is sent',
        params: deliveryParams,
        response: { 200: deliveryWithBody, ...errors },
      },
    },
    async ({ params }) => {
      const row = existingDelivery(studio, params.delivery_id)
      const event = eventOf(studio.database, row.event_id)
      return {
        ...deliveryView(studio, row),
        request_body: deliveryBody(studio, event, row.webhook_id),
      }
    },
  )

  app.post(
    '/deliveries/:delivery_id/resend',
    {
      schema: {
        tags,
        summary: 'Send a delivery again: the same body under the same key',
        params: deliveryParams,
        response: { 200: delivery, ...errors },
      },
    },
    async ({ params }) => deliveryView(studio, resendDelivery(studio, params.delivery_id)),
  )
}

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
