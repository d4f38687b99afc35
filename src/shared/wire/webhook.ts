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

/** What PATCH may change; null takes a value away. */
export const webhookChange = webhookRequest
  .pick({ name: true, callback_url: true })
  .extend({ description: wellFormed.nullable() })
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

export const webhookDeleted = z.object({
  deleted: z.literal(true),
  deleted_webhook_id: z.string(),
  deleted_at: z.string(),
})
