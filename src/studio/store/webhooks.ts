import { z } from 'zod'
import type { Database } from '../../core/db/database.ts'
import { type PageStart, rowsToRead } from '../paging.ts'

const webhookRow = z.object({
  seq: z.int(),
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  callback_url: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type WebhookRow = z.output<typeof webhookRow>
export type NewWebhook = Omit<WebhookRow, 'seq'>

export const insertWebhook = (database: Database, webhook: NewWebhook): void => {
  database.run(
    `INSERT INTO webhooks (id, name, description, callback_url, created_at, updated_at)
     VALUES (:id, :name, :description, :callback_url, :created_at, :updated_at)`,
    webhook,
  )
}

export const findWebhook = (database: Database, id: string): WebhookRow | undefined =>
  database.get(webhookRow, 'SELECT * FROM webhooks WHERE id = :id', { id })

export const listWebhooks = (database: Database, start: PageStart): WebhookRow[] => {
  const [compare, first] = start.order === 'asc' ? ['>', 0] : ['<', Number.MAX_SAFE_INTEGER]
  return database.all(
    webhookRow,
    `SELECT * FROM webhooks WHERE seq ${compare} :after ORDER BY seq ${start.order} LIMIT :rows`,
    { after: start.after ?? first, rows: rowsToRead(start) },
  )
}

export const updateWebhook = (database: Database, webhook: WebhookRow): void => {
  database.run(
    `UPDATE webhooks SET name = :name, description = :description, callback_url = :callbackUrl,
       updated_at = :updatedAt WHERE id = :id`,
    {
      id: webhook.id,
      name: webhook.name,
      description: webhook.description,
      callbackUrl: webhook.callback_url,
      updatedAt: webhook.updated_at,
    },
  )
}

/** @returns whether there was one */
export const deleteWebhook = (database: Database, id: string): boolean =>
  database.run('DELETE FROM webhooks WHERE id = :id', { id }) === 1
