import { wireNetwork } from '#cardano/network.ts'
import { ownEventKinds } from '#contract/sales/sale-status.ts'
import type { webhookOperations } from '#contract/webhooks/operations.ts'
import type { WholeWebhook } from '#contract/webhooks/webhook.ts'
import type { HandlersOf } from '#transport/http/server.ts'
import type { Studio } from '../options.ts'
import { pageOfRows, pageStart } from '../server/paging.ts'
import { listWebhooks, type WebhookRow } from '../store/webhooks.ts'
import { changeWebhook, createWebhook, existingWebhook, removeWebhook } from './webhooks.ts'

export const webhookHandlers = (studio: Studio): HandlersOf<typeof webhookOperations> => {
  const view = viewOf(studio)
  return {
    createWebhook: async ({ body }) => {
      const { row, secret } = await createWebhook(studio, body)
      return { ...view(row), secret }
    },

    webhooks: ({ query }) => {
      const start = pageStart(query, 'webhooks')
      return pageOfRows(listWebhooks(studio.database, start), start, 'webhooks', view)
    },

    getWebhook: ({ params }) => view(existingWebhook(studio, params.webhook_id)),

    updateWebhook: ({ params, body }) =>
      studio.database.transact(() => view(changeWebhook(studio, params.webhook_id, body))),

    deleteWebhook: async ({ params }) => {
      const { id } = existingWebhook(studio, params.webhook_id)
      await removeWebhook(studio, id)
      const deletedAt = studio.now().toISOString()
      return { deleted: true, deleted_webhook_id: id, deleted_at: deletedAt }
    },
  }
}

const viewOf =
  (studio: Studio) =>
  (row: WebhookRow): WholeWebhook => ({
    id: row.id,
    type: 'nft_api',
    name: row.name,
    network: wireNetwork(studio.network),
    description: row.description,
    callback_url: row.callback_url,
    rules: [],
    available: row.disabled_at === null ? 'true' : 'false',
    confirmations: 0,
    own_events: ownEventKinds.filter((kind) => row.own_events.split(',').includes(kind)),
    create_date: row.created_at,
    update_date: row.updated_at,
  })
