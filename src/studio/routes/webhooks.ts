import { pageOf, pageQuery } from '#contract/page.ts'
import {
  type Webhook,
  webhook,
  webhookChange,
  webhookDeleted,
  webhookMade,
  webhookRequest,
} from '#contract/webhooks/webhook.ts'
import { wireNetwork } from '#cardano/network.ts'
import type { Studio } from '../options.ts'
import { pageOfRows, pageStart } from '../paging.ts'
import { listWebhooks, type NewWebhook, type WebhookRow } from '../store/webhooks.ts'
import { changeWebhook, createWebhook, existingWebhook, removeWebhook } from '../webhooks.ts'
import { appParams, errors, type StudioApp, webhookParams } from './app-type.ts'

const tags = ['Webhooks']
const path = '/webhooks'

const viewOf =
  (studio: Studio) =>
  (row: NewWebhook & Pick<WebhookRow, 'disabled_at'>): Webhook => ({
    id: row.id,
    type: 'nft_api',
    name: row.name,
    network: wireNetwork(studio.network),
    description: row.description,
    callback_url: row.callback_url,
    rules: [],
    available: row.disabled_at === null ? 'true' : 'false',
    confirmations: 0,
    create_date: row.created_at,
    update_date: row.updated_at,
  })

export const addWebhookRoutes = (app: StudioApp, studio: Studio): void => {
  const view = viewOf(studio)
  app.post(
    path,
    {
      schema: {
        tags,
        summary: 'Create a webhook; only this answer contains its secret',
        params: appParams,
        body: webhookRequest,
        response: { 201: webhookMade, ...errors },
      },
    },
    async ({ body }, reply) => {
      const { row, secret } = await createWebhook(studio, body)
      return reply.code(201).send({ ...view({ ...row, disabled_at: null }), secret })
    },
  )

  app.get(
    path,
    {
      schema: {
        tags,
        summary: 'List webhooks',
        params: appParams,
        querystring: pageQuery,
        response: { 200: pageOf(webhook), ...errors },
      },
    },
    async ({ query }) => {
      const start = pageStart(query, 'webhooks')
      return pageOfRows(listWebhooks(studio.database, start), start, 'webhooks', view)
    },
  )

  addOneWebhookRoutes(app, studio)
}

const addOneWebhookRoutes = (app: StudioApp, studio: Studio): void => {
  const view = viewOf(studio)
  app.get(
    `${path}/:webhook_id`,
    {
      schema: {
        tags,
        summary: 'Read a webhook',
        params: webhookParams,
        response: { 200: webhook, ...errors },
      },
    },
    async ({ params }) => view(existingWebhook(studio, params.webhook_id)),
  )

  app.patch(
    `${path}/:webhook_id`,
    {
      schema: {
        tags,
        summary: 'Change a webhook',
        params: webhookParams,
        body: webhookChange,
        response: { 200: webhook, ...errors },
      },
    },
    async ({ params, body }) =>
      studio.database.transact(() => view(changeWebhook(studio, params.webhook_id, body))),
  )

  app.delete(
    `${path}/:webhook_id`,
    {
      schema: {
        tags,
        summary: 'Delete a webhook',
        params: webhookParams,
        response: { 200: webhookDeleted, ...errors },
      },
    },
    async ({ params }) => {
      const { id } = existingWebhook(studio, params.webhook_id)
      await removeWebhook(studio, id)
      const deletedAt = studio.now().toISOString()
      return { deleted: true as const, deleted_webhook_id: id, deleted_at: deletedAt }
    },
  )
}
