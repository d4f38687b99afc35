import { z } from 'zod'
import { documentText, listOf, longText, recordOf, shortText } from '#values/bounds/bounded.ts'
import { limits } from '#values/bounds/limits.ts'
import { keepUnknown, serviceTime, wellFormed } from '../fields.ts'
import { ownEventKinds } from '../sales/sale-status.ts'
import { network } from '../collections/collection.ts'
import { exampleIds, exampleTime } from '../examples.ts'
import {
  exampleDelivery,
  exampleOutcome,
  exampleWebhook,
  exampleWebhookRequest,
} from './examples.ts'

/** The interface sends it as text; a boolean means the same. */
const available = z
  .union(
    [z.enum(['true', 'false']), z.boolean().transform((is) => (is ? 'true' : 'false'))],
    'must be true or false',
  )
  .describe('false: nothing is delivered, and nothing is kept for it')

/**
 * Coldpress's own: kinds of events that the interface does not list, which are sent to a webhook that
 * asks for them.
 */
const ownEvents = listOf(z.enum(ownEventKinds)).max(ownEventKinds.length)

/** Interface, "Webhook". Loopback URLs are allowed. */
export const webhookRequest = z
  .object({
    type: z.literal('nft_api', 'must be nft_api'),
    name: wellFormed.min(1, 'empty, a name is required'),
    network,
    description: wellFormed.optional(),
    callback_url: z
      .url({ protocol: /^https?$/u, error: 'not an http or https URL' })
      .max(limits.shortTextChars, { abort: true })
      .meta({
        // URLs of the WHATWG, which are more than URIs
        format: undefined,
        pattern: '^https?://',
      }),
    available: available.optional(),
    rules: listOf(z.unknown())
      .max(0, 'must be empty, a webhook of nft_api has no rules')
      .optional(),
    confirmations: z.literal(0, 'must be 0').optional(),
    own_events: ownEvents.optional(),
  })
  .meta({ id: 'WebhookRequest', examples: [exampleWebhookRequest] })
export type WebhookRequest = z.output<typeof webhookRequest>

/**
 * What PATCH takes; null removes a description. The service refuses another `type`, `network`, `rules`
 * or `confirmations` than the webhook has.
 */
export const webhookChange = webhookRequest
  .pick({ name: true, callback_url: true, network: true })
  .extend({
    description: wellFormed.nullable(),
    available,
    own_events: ownEvents,
    type: shortText,
    rules: listOf(z.unknown()).nullable(),
    confirmations: z.int(),
  })
  .partial()
  .meta({ id: 'WebhookChange', examples: [{ available: 'false' }] })
export type WebhookChange = z.output<typeof webhookChange>

export const webhook = z
  .object({
    id: shortText,
    type: shortText,
    name: longText,
    network,
    description: longText.nullish(),
    callback_url: shortText,
    rules: listOf(z.unknown()),
    available: longText,
    confirmations: z.int(),
    own_events: ownEvents,
    create_date: shortText,
    update_date: shortText,
  })
  .meta({ id: 'Webhook', examples: [exampleWebhook] })
/** A webhook of the studio, which states everything. */
export type WholeWebhook = z.output<typeof webhook>

const secret = shortText.min(1).optional()

/** Response to the creation, the only one with the signing secret. */
export const webhookMade = webhook
  .extend({ secret })
  .meta({ id: 'WebhookMade', examples: [{ ...exampleWebhook, secret: 'whsec_…' }] })

/**
 * A webhook as any service states it. The hosted service's SDK declares `available` as a boolean and
 * null for `rules`, and its examples of other kinds have no `confirmations`.
 */
export const sparseWebhook = keepUnknown(
  webhook.extend({
    type: shortText.nullish(),
    name: longText.nullish(),
    /** As the service names it; absent: that of its account. */
    network: shortText.nullish(),
    callback_url: shortText.nullish(),
    rules: listOf(z.unknown()).nullish(),
    available: z.union([longText, z.boolean().transform(String)]).nullish(),
    confirmations: z.int().nullish(),
    own_events: listOf(shortText).nullish(),
    create_date: serviceTime.nullish(),
    update_date: serviceTime.nullish(),
  }),
)
export type Webhook = z.output<typeof sparseWebhook>

export const sparseWebhookMade = sparseWebhook.extend({ secret })

export const webhookDeleted = z
  .object({
    deleted: z.literal(true),
    deleted_webhook_id: shortText,
    deleted_at: shortText,
  })
  .meta({
    id: 'WebhookDeleted',
    examples: [{ deleted: true, deleted_webhook_id: exampleIds.webhook, deleted_at: exampleTime }],
  })

export const deliveryStates = ['pending', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** The response to an attempt. */
const deliveryOutcome = {
  /** Null without a response. */
  status_code: z.int().nullable(),
  duration_ms: z.int(),
  /** The first KiB of the response, as text. */
  body_start: longText,
  /** Why the attempt failed. */
  error: longText.nullable(),
}

export const deliveryAttempt = z.object({
  /** Counts the attempts of a delivery from 1. */
  number: z.int(),
  at: shortText,
  ...deliveryOutcome,
  /** Signatures are cut to their first characters. */
  request_headers: recordOf(longText),
})
export type DeliveryAttempt = z.output<typeof deliveryAttempt>

export const delivery = z
  .object({
    id: shortText,
    webhook_id: shortText,
    event_id: shortText,
    /** `data.status` of the event. */
    event_status: shortText,
    sale_id: shortText,
    idempotency_key: shortText,
    /** A state that this version does not know is kept. */
    state: shortText,
    /** Why it waits or failed. */
    reason: longText.nullable(),
    attempts: z.int(),
    /** Null unless the time of the next attempt is known. */
    next_attempt_at: shortText.nullable(),
    /** The latest 50, oldest first. */
    history: listOf(deliveryAttempt),
    created_at: shortText,
    /** When it was delivered or given up. */
    ended_at: shortText.nullable(),
  })
  .meta({ id: 'Delivery', examples: [exampleDelivery] })
export type Delivery = z.output<typeof delivery>

export const deliveryWithBody = delivery
  .extend({
    /** The request body, the same bytes in every attempt. */
    request_body: documentText,
  })
  .meta({
    id: 'DeliveryWithBody',
    examples: [{ ...exampleDelivery, request_body: '{"id":"01kdzr9c8h1k4n7q0t3w6z9c2e"}' }],
  })

export const webhookTested = z
  .object({ delivered: z.boolean(), ...deliveryOutcome })
  .meta({ id: 'WebhookTested', examples: [{ delivered: true, ...exampleOutcome }] })
export type WebhookTested = z.output<typeof webhookTested>
