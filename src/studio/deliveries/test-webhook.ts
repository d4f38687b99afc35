import type { WebhookTested } from '#contract/webhooks/webhook.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { deliveryBody, idempotencyKey } from '../events/body.ts'
import type { Studio } from '../options.ts'
import type { WebhookRow } from '../store/webhooks.ts'
import type { Deliveries } from './deliver.ts'

/** An id that no collection or sale has, so that a receiver that looks it up does nothing. */
const sampleId = 'test'

/**
 * Sends a sample event once, even if the webhook is disabled; nothing is stored.
 * @throws ColdpressError `vault_locked`, `key_missing` when nothing can be signed
 */
export const testWebhook = async (
  studio: Studio,
  deliveries: Deliveries,
  { id: webhookId, callback_url: url }: WebhookRow,
): Promise<WebhookTested> => {
  const event = {
    id: studio.nextId(),
    status: 'MINTING',
    sale_id: sampleId,
    collection_id: sampleId,
    tokens: JSON.stringify([
      { image: sampleImage, tx_id: '0'.repeat(64), asset_name: sampleId, name: sampleId },
    ]),
    error: null,
    created_at: studio.now().toISOString(),
  }
  const body = deliveryBody(studio, event, webhookId)
  const key = idempotencyKey(event.id, webhookId)
  const outcome = await deliveries.sendNow({ webhookId, url, key, body })
  if (outcome === undefined) throw new ColdpressError('cancelled', 'the studio is being closed')
  return {
    delivered: outcome.error === null,
    status_code: outcome.status,
    duration_ms: outcome.durationMs,
    body_start: outcome.bodyStart,
    error: outcome.error,
  }
}

/** An empty file. */
const sampleImage = 'ipfs://QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH'
