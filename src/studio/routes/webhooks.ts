import { ColdpressError } from '../../shared/errors.ts'
import { pageOf, pageQuery } from '../../shared/wire/page.ts'
import {
  type Webhook,
  webhook,
  webhookChange,
  webhookDeleted,
  webhookRequest,
} from '../../shared/wire/webhook.ts'
import { wireNetwork } from '../../core/cardano/network.ts'
import type { Studio } from '../options.ts'
import { pageOfRows, pageStart } from '../paging.ts'
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  type NewWebhook,
  updateWebhook,
  type WebhookRow,
} from '../store/webhooks.ts'
import { appParams, faults, type StudioApp, webhookParams } from './app-type.ts'

const tags = ['Webhooks']
const path = '/webhooks'

const viewOf =
  (studio: Studio) =>
  (row: NewWebhook): Webhook => ({
    id: row.id,
    type: 'nft_api',
    name: row.name,
    network: wireNetwork(studio.network),
    description: row.description,
    callback_url: row.callback_url,
    rules: [],
    available: 'true',
    confirmations: 0,
    create_date: row.created_at,
    update_date: row.updated_at,
  })

const notFound = (): ColdpressError =>
  new ColdpressError('not_found', 'there is no webhook of this id')

const existingWebhook = (studio: Studio, id: string): WebhookRow => {
  const row = findWebhook(studio.database, id)
  if (row === undefined) throw notFound()
  return row
}

export const addWebhookRoutes = (app: StudioApp, studio: Studio): void => {
  const view = viewOf(studio)
  app.post(
    path,
    {
      schema: {
        tags,
        summary: 'Create a webhook',
        params: appParams,
        body: webhookRequest,
        response: { 201: webhook, ...faults },
      },
    },
    async ({ body }, reply) => {
      const network = wireNetwork(studio.network)
      if (body.network !== network) {
        throw new ColdpressError(
          'invalid',
          `network: ${body.network}, but this studio is on ${network}`,
        )
      }
      const now = studio.now().toISOString()
      const row: NewWebhook = {
        id: studio.nextId(),
        name: body.name,
        description: body.description ?? null,
        callback_url: body.callback_url,
        created_at: now,
        updated_at: now,
      }
      insertWebhook(studio.database, row)
      return reply.code(201).send(view(row))
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
        response: { 200: pageOf(webhook), ...faults },
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
        response: { 200: webhook, ...faults },
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
        response: { 200: webhook, ...faults },
      },
    },
    async ({ params, body }) =>
      studio.database.transact(() => {
        const row = existingWebhook(studio, params.webhook_id)
        const changed: WebhookRow = {
          ...row,
          name: body.name ?? row.name,
          description: body.description === undefined ? row.description : body.description,
          callback_url: body.callback_url ?? row.callback_url,
          updated_at: studio.now().toISOString(),
        }
        updateWebhook(studio.database, changed)
        return view(changed)
      }),
  )

  app.delete(
    `${path}/:webhook_id`,
    {
      schema: {
        tags,
        summary: 'Delete a webhook',
        params: webhookParams,
        response: { 200: webhookDeleted, ...faults },
      },
    },
    async ({ params }) => {
      const id = params.webhook_id
      if (!deleteWebhook(studio.database, id)) throw notFound()
      const deletedAt = studio.now().toISOString()
      return { deleted: true as const, deleted_webhook_id: id, deleted_at: deletedAt }
    },
  )
}
