import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import type { Database } from '#platform/db/database.ts'
import { eventToSend } from '../events/store.ts'

const receiverRow = z.object({ id: shortText, callback_url: shortText })
export type Receiver = z.output<typeof receiverRow>

/** Enabled webhooks with a delivery that is due and unclaimed. */
export const receiversDue = (database: Database, nowMs: number): Receiver[] =>
  database.all(
    receiverRow,
    `SELECT id, callback_url FROM webhooks w WHERE disabled_at IS NULL AND EXISTS (
       SELECT 1 FROM deliveries d WHERE d.webhook_id = w.id AND d.state = 'pending' AND d.turn = 1
         AND d.due_at <= :nowMs AND d.claimed_until <= :nowMs)
     ORDER BY seq`,
    { nowMs },
  )

const claimRow = eventToSend.extend({ delivery_seq: z.int(), webhook_id: shortText })

/** A claimed delivery with its event; no other process attempts it until `until`. */
export type Claim = z.output<typeof claimRow> & { readonly until: number }

/** Claims a webhook's due deliveries, longest due first. */
export const claimDue = (
  database: Database,
  webhookId: string,
  times: { readonly nowMs: number; readonly until: number },
  most: number,
): Claim[] => {
  const { nowMs, until } = times
  const rows = database.all(
    claimRow,
    `SELECT d.seq AS delivery_seq, d.webhook_id, e.id, e.status, e.sale_id, e.collection_id,
       e.tokens, e.error, e.created_at
     FROM deliveries d JOIN events e ON e.id = d.event_id
     WHERE d.webhook_id = :webhookId AND d.state = 'pending' AND d.turn = 1 AND d.due_at <= :nowMs
       AND d.claimed_until <= :nowMs
     ORDER BY d.due_at, d.seq LIMIT :most`,
    { webhookId, nowMs, most },
  )
  for (const { delivery_seq: seq } of rows) {
    database.run('UPDATE deliveries SET claimed_until = :until WHERE seq = :seq', { until, seq })
  }
  return rows.map((row) => ({ ...row, until }))
}

/** Releases a claim that was not attempted. */
export const releaseClaim = (database: Database, { delivery_seq: seq, until }: Claim): void => {
  database.run(
    'UPDATE deliveries SET claimed_until = 0 WHERE seq = :seq AND claimed_until = :until',
    { seq, until },
  )
}
