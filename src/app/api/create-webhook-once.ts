import type { z } from 'zod'
import type { Webhook, webhookRequest } from '#contract/webhooks/webhook.ts'
import type { Secret } from '#platform/secret/secret.ts'
import type { CallOptions } from '#transport/http/client.ts'
import type { MintingClient } from './client.ts'
import { createOnce } from './create-once.ts'

type Made = Webhook & { readonly secret?: Secret }

/**
 * Creates a webhook. One that is found after a lost answer has no secret, which only the answer had.
 * @throws ColdpressError as `createOnce`
 */
export const createWebhookOnce = (
  client: Pick<MintingClient, 'createWebhook' | 'webhooks'>,
  request: z.output<typeof webhookRequest>,
  options: CallOptions = {},
): Promise<Made> =>
  createOnce<Made>({
    noun: 'webhook',
    send: () => client.createWebhook(request, options),
    list: (size) => client.webhooks({ ...options, size }),
    isNewestFirst: false,
    isLike: ({ name, callback_url: url }) => name === request.name && url === request.callback_url,
  })
