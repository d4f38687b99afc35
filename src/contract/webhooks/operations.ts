import { z } from 'zod'
import { errorsThroughVault, type Operations } from '../operation.ts'
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
    description:
      'Events of all collections are delivered to `callback_url`, signed with `secret`, and tried again for days. Keep the secret: no other answer has it.',
    errors: {
      ...errorsThroughVault,
      keychain_unreachable: 'The keychain does not answer, so the secret is not stored.',
      conflict: 'The studio has as many webhooks as it takes.',
    },
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
    description: 'Newest first, without their secrets.',
    errors: {},
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
    description: 'Without its secret.',
    errors: { not_found: 'No webhook has this ID.' },
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
    description:
      '`available` false: nothing is delivered, and nothing is kept for it. Type, network, rules and confirmations cannot change.',
    errors: {
      not_found: 'No webhook has this ID.',
      conflict: 'A field cannot change; the message names it.',
    },
    action: 'change the webhook',
  },
  deleteWebhook: {
    method: 'DELETE',
    path: `${path}/:webhook_id`,
    response: webhookDeleted,
    idempotent: true,
    tag,
    summary: 'Delete a webhook',
    description: 'What was not delivered to it yet is given up.',
    errors: {
      not_found: 'No webhook has this ID.',
      ...errorsThroughVault,
      keychain_unreachable: 'The keychain does not answer, so the secret is not removed.',
    },
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
    description:
      'The sample is signed as every event is. It is no event of the studio, and no list has it.',
    errors: {
      not_found: 'No webhook has this ID.',
      ...errorsThroughVault,
      key_missing: 'The signing secret of the webhook is gone.',
      keychain_unreachable: 'The keychain does not answer.',
    },
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
    description: 'Newest first. `history` has the latest 50 attempts of each.',
    errors: { not_found: 'No webhook has this ID.' },
    action: 'list the deliveries',
  },
  getDelivery: {
    method: 'GET',
    path: '/deliveries/:delivery_id',
    response: deliveryWithBody,
    idempotent: true,
    tag,
    summary: 'Read a delivery, with the body that is sent',
    description: '`request_body` has the same bytes in every attempt.',
    errors: { not_found: 'No delivery has this ID.' },
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
    description: 'The receiver knows by `idempotency_key` that it has seen the event.',
    errors: {
      not_found: 'No delivery has this ID.',
      conflict: 'It is being sent at the moment, or its webhook is off or deleted.',
      ...errorsThroughVault,
    },
    action: 'send the delivery again',
  },
} as const satisfies Operations
