import { z } from 'zod'
import { longText, shortText } from '#values/bounds/bounded.ts'
import type { Database } from '#platform/db/database.ts'
import { type PageStart, rowsOfPage } from '../server/paging.ts'

const webhookRow = z.object({
  seq: z.int(),
  id: shortText,
  name: longText,
  description: longText.nullable(),
  callback_url: shortText,
  created_at: shortText,
  updated_at: shortText,
  /** Null while it is enabled. */
  disabled_at: shortText.nullable(),
  /** Why nothing can be sent to it at the moment, for example because the vault is locked. */
  waits_because: longText.nullable(),
  /** Kinds of Coldpress's own that are sent to it, with commas between them. */
  own_events: shortText,
})
export type WebhookRow = z.output<typeof webhookRow>
export type NewWebhook = Omit<WebhookRow, 'seq' | 'disabled_at' | 'waits_because'>

export const insertWebhook = (database: Database, webhook: NewWebhook): void => {
  database.insert('webhooks', webhook)
}

export const findWebhook = (database: Database, id: string): WebhookRow | undefined =>
  database.get(webhookRow, 'SELECT * FROM webhooks WHERE id = :id', { id })

export const listWebhooks = (database: Database, start: PageStart): WebhookRow[] =>
  rowsOfPage(database, webhookRow, { select: 'SELECT * FROM webhooks WHERE true' }, start)

const idRow = z.object({ id: shortText })

/** The enabled webhooks that an event of a kind is sent to. @param ownKind one that has to be asked for */
export const enabledWebhooks = (
  database: Database,
  ownKind: string | undefined,
): { readonly id: string }[] =>
  database.all(
    idRow,
    `SELECT id FROM webhooks WHERE disabled_at IS NULL
       AND (:kind = '' OR ',' || own_events || ',' LIKE '%,' || :kind || ',%') ORDER BY seq`,
    { kind: ownKind ?? '' },
  )

/** @param at null enables it again */
export const setDisabled = (database: Database, id: string, at: string | null): void => {
  database.run(
    'UPDATE webhooks SET disabled_at = :at, updated_at = coalesce(:at, updated_at) WHERE id = :id',
    { id, at },
  )
}

/** @param reason null when nothing keeps it from being sent to */
export const setWaiting = (database: Database, id: string, reason: string | null): void => {
  database.run(
    'UPDATE webhooks SET waits_because = :reason WHERE id = :id AND waits_because IS NOT :reason',
    { id, reason },
  )
}

export const updateWebhook = (database: Database, webhook: WebhookRow): void => {
  database.run(
    `UPDATE webhooks SET name = :name, description = :description, callback_url = :callbackUrl,
       own_events = :ownEvents, updated_at = :updatedAt WHERE id = :id`,
    {
      id: webhook.id,
      name: webhook.name,
      description: webhook.description,
      callbackUrl: webhook.callback_url,
      ownEvents: webhook.own_events,
      updatedAt: webhook.updated_at,
    },
  )
}

/** @returns whether there was one */
export const deleteWebhook = (database: Database, id: string): boolean =>
  database.run('DELETE FROM webhooks WHERE id = :id', { id }) === 1
