import { z } from 'zod'
import type { Database } from '../../core/db/database.ts'

const receiverRow = z.object({ id: z.string(), callback_url: z.string() })
export type Receiver = z.output<typeof receiverRow>

/** Enabled webhooks with something that is due and nobody's. */
export const receiversDue = (database: Database, nowMs: number): Receiver[] =>
  database.all(
    receiverRow,
    `SELECT id, callback_url FROM webhooks w WHERE disabled_at IS NULL AND EXISTS (
       SELECT 1 FROM deliveries d WHERE d.webhook_id = w.id AND d.state = 'pending' AND d.turn = 1
         AND d.due_at <= :nowMs AND d.claimed_until <= :nowMs)
     ORDER BY seq`,
    { nowMs },
  )

const claimRow = z.object({
  seq: z.int(),
  event_id: z.string(),
  webhook_id: z.string(),
  sale_id: z.string(),
  body: z.string(),
})

/** A delivery that is being attempted, by nobody else until that time. */
export type Claim = z.output<typeof claimRow> & { readonly until: number }

/** Claims what is due of a webhook, the longest due first. */
export const claimDue = (
  database: Database,
  webhookId: string,
  times: { readonly nowMs: number; readonly until: number },
  most: number,
): Claim[] => {
  const { nowMs, until } = times
  const rows = database.all(
    claimRow,
    `SELECT seq, event_id, webhook_id, sale_id, body FROM deliveries
     WHERE webhook_id = :webhookId AND state = 'pending' AND turn = 1 AND due_at <= :nowMs
       AND claimed_until <= :nowMs
     ORDER BY due_at, seq LIMIT :most`,
    { webhookId, nowMs, most },
  )
  for (const { seq } of rows) {
    database.run('UPDATE deliveries SET claimed_until = :until WHERE seq = :seq', { until, seq })
  }
  return rows.map((row) => ({ ...row, until }))
}

/** Gives back what was not attempted. */
export const unclaim = (database: Database, { seq, until }: Claim): void => {
  database.run(
    'UPDATE deliveries SET claimed_until = 0 WHERE seq = :seq AND claimed_until = :until',
    { seq, until },
  )
}
