import { z } from 'zod'
import type { Operations } from '../operation.ts'
import { pageOf, pageQuery } from '../page.ts'
import {
  delivery,
  deliveryStates,
  deliveryWithBody,
  sparseWebhook,
  sparseWebhookMade,
  webhook,
  webhookChange,
  webhookDeleted,
  webhookMade,
  webhookRequest,
  webhookTested,
} from './webhook.ts'

const tag = 'Webhooks'
const path = '/webhooks'

export const webhookOperations = {
  createWebhook: {
    method: 'POST',
    path,
    request: webhookRequest,
    response: webhookMade,
    reads: sparseWebhookMade,
    status: 201,
    idempotent: false,
    tag,
    summary: 'Create a webhook; only this answer contains its secret',
    action: 'create the webhook',
  },
  webhooks: {
    method: 'GET',
    path,
    query: pageQuery,
    response: pageOf(webhook),
    reads: pageOf(sparseWebhook),
    idempotent: true,
    tag,
    summary: 'List webhooks',
    action: 'list the webhooks',
  },
  getWebhook: {
    method: 'GET',
    path: `${path}/:webhook_id`,
    response: webhook,
    reads: sparseWebhook,
    idempotent: true,
    tag,
    summary: 'Read a webhook',
    action: 'show the webhook',
  },
  updateWebhook: {
    method: 'PATCH',
    path: `${path}/:webhook_id`,
    request: webhookChange,
    response: webhook,
    reads: sparseWebhook,
    idempotent: true,
    tag,
    summary: 'Change a webhook',
    action: 'change the webhook',
  },
  deleteWebhook: {
    method: 'DELETE',
    path: `${path}/:webhook_id`,
    response: webhookDeleted,
    idempotent: true,
    tag,
    summary: 'Delete a webhook',
    action: 'delete the webhook',
  },
} as const satisfies Operations

/** Coldpress's own. Other services answer `not_found`. */
export const deliveryOperations = {
  /** Each call sends a sample, so it is not repeated. */
  testWebhook: {
    method: 'POST',
    path: `${path}/:webhook_id/test`,
    response: webhookTested,
    idempotent: false,
    tag,
    summary: 'Send a sample event at once, and tell what came back',
    action: 'test the webhook',
  },
  deliveries: {
    method: 'GET',
    path: `${path}/:webhook_id/deliveries`,
    query: pageQuery.extend({ state: z.enum(deliveryStates).optional() }),
    response: pageOf(delivery),
    idempotent: true,
    tag,
    summary: "List a webhook's deliveries and every attempt at them",
    action: 'list the deliveries',
  },
  getDelivery: {
    method: 'GET',
    path: '/deliveries/:delivery_id',
    response: deliveryWithBody,
    idempotent: true,
    tag,
    summary: 'Read a delivery, with the body that is sent',
    action: 'show the delivery',
  },
  /** Not repeated: a second call might be rejected while the first is being carried out. */
  resendDelivery: {
    method: 'POST',
    path: '/deliveries/:delivery_id/resend',
    response: delivery,
    idempotent: false,
    tag,
    summary: 'Send a delivery again: the same body under the same key',
    action: 'send the delivery again',
  },
} as const satisfies Operations
