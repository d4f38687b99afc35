import { z } from 'zod'
import { listOf, longText, shortText } from '#values/bounds/bounded.ts'
import type { WindowCalls } from '../window/call.ts'
import {
  delivery,
  deliveryAttempt,
  deliveryStates,
  deliveryWithBody,
  sparseWebhook,
  webhookChange,
  webhookRequest,
  webhookTested,
} from './webhook.ts'

/** Without what a service adds to its answers, which may be the signing secret. */
const webhookView = sparseWebhook
  .pick({
    id: true,
    name: true,
    description: true,
    callback_url: true,
    available: true,
    own_events: true,
    create_date: true,
  })
  .strip()
export type WebhookView = z.output<typeof webhookView>

/** A delivery without its attempts, with what the latest one was answered. */
const deliveryRow = delivery
  .omit({ history: true })
  .extend(deliveryAttempt.pick({ status_code: true }).shape)
export type DeliveryRowView = z.output<typeof deliveryRow>

const inAccount = z.object({ accountId: shortText })
const ofWebhook = inAccount.extend({ webhookId: shortText })
const ofDelivery = inAccount.extend({ deliveryId: shortText })
const changes = [{ area: 'webhooks', by: ['accountId'] }] as const
const given = { name: true, description: true, callback_url: true, own_events: true } as const

/** Addresses that the service of an account sends events to. No answer holds a signing secret. */
export const webhookCalls = {
  'webhooks.list': { reads: true, input: inAccount, output: listOf(webhookView) },
  /**
   * Has the user pick the file that gets the secret, asks outside the page, and makes the webhook. Null
   * when the user picks no file; `secretPath` null where the service returned no secret.
   */
  'webhooks.add': {
    changes,
    input: inAccount.extend(webhookRequest.pick(given).shape),
    output: z.object({ webhook: webhookView, secretPath: longText.nullable() }).nullable(),
  },
  /** Asks outside the page before another address gets events, or the same one more of them. */
  'webhooks.update': {
    changes,
    input: ofWebhook.extend(webhookChange.pick({ ...given, available: true }).shape),
    output: webhookView,
  },
  'webhooks.remove': { changes, input: ofWebhook, output: z.null() },
  /** Sends a sample event at once. */
  'webhooks.test': { changes: [], input: ofWebhook, output: webhookTested },
  /** The newest ones. */
  'webhooks.deliveries': {
    reads: true,
    input: ofWebhook.extend({
      state: z.enum(deliveryStates).nullable(),
      limit: z.int().min(1).max(1000),
    }),
    output: z.object({ deliveries: listOf(deliveryRow), hasMore: z.boolean() }),
  },
  /** With every attempt and the body. */
  'webhooks.showDelivery': { reads: true, input: ofDelivery, output: deliveryWithBody },
  'webhooks.resend': { changes, input: ofDelivery, output: deliveryRow },
} as const satisfies WindowCalls
