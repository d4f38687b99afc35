import { z } from 'zod'
import { wellFormed } from './fields.ts'
import { network } from './collection.ts'

/** Interface, "Webhook". Loopback callbacks are allowed (studio.md "Webhooks and events"). */
export const webhookRequest = z.object({
  type: z.literal('nft_api', 'must be nft_api'),
  name: wellFormed.min(1, 'empty, a name is required'),
  network,
  description: wellFormed.optional(),
  callback_url: z.url({ protocol: /^https?$/u, error: 'not an http or https URL' }),
})

/** The interface tells it as text; a boolean means the same. */
const available = z
  .union(
    [z.enum(['true', 'false']), z.boolean().transform((is) => (is ? 'true' : 'false'))],
    'must be true or false',
  )
  .describe('false: nothing is delivered, and nothing is kept for it')

/** What PATCH may change; null takes a value away. */
export const webhookChange = webhookRequest
  .pick({ name: true, callback_url: true })
  .extend({ description: wellFormed.nullable(), available })
  .partial()

export const webhook = z.object({
  id: z.string(),
  type: z.string(),
  name: z.string(),
  network,
  description: z.string().nullish(),
  callback_url: z.string(),
  rules: z.array(z.unknown()),
  available: z.string(),
  confirmations: z.int(),
  create_date: z.string(),
  update_date: z.string(),
})
export type Webhook = z.output<typeof webhook>

/** As it is answered when it was made, with the secret of its deliveries, and never again. */
export const webhookMade = webhook.extend({ secret: z.string().min(1).optional() })

export const webhookDeleted = z.object({
  deleted: z.literal(true),
  deleted_webhook_id: z.string(),
  deleted_at: z.string(),
})

export const deliveryStates = ['pending', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** What came back. */
const deliveryOutcome = {
  /** Null where no answer came. */
  status_code: z.int().nullable(),
  duration_ms: z.int(),
  /** The answer's first KiB, as text. */
  body_start: z.string(),
  /** Why it does not count as delivered. */
  error: z.string().nullable(),
}

export const deliveryAttempt = z.object({
  /** Counts all attempts at a delivery from 1. */
  number: z.int(),
  at: z.string(),
  ...deliveryOutcome,
  /** Of the signatures the beginnings. */
  request_headers: z.record(z.string(), z.string()),
})
export type DeliveryAttempt = z.output<typeof deliveryAttempt>

export const delivery = z.object({
  id: z.string(),
  webhook_id: z.string(),
  event_id: z.string(),
  /** `data.status` of the event. */
  event_status: z.string(),
  sale_id: z.string(),
  idempotency_key: z.string(),
  /** A state that this version does not know is kept as it is. */
  state: z.string(),
  /** Why it waits, or failed. */
  reason: z.string().nullable(),
  attempts: z.int(),
  /** Null unless the time for the next attempt is known. */
  next_attempt_at: z.string().nullable(),
  /** The latest 50, the oldest first. */
  history: z.array(deliveryAttempt),
  created_at: z.string(),
  /** When it was delivered, or given up. */
  ended_at: z.string().nullable(),
})
export type Delivery = z.output<typeof delivery>

export const deliveryWithBody = delivery.extend({
  /** What is sent, byte for byte, at every attempt. */
  request_body: z.string(),
})

export const webhookTested = z.object({ delivered: z.boolean(), ...deliveryOutcome })
export type WebhookTested = z.output<typeof webhookTested>
