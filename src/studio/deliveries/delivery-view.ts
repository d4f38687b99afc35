import type { Delivery } from '#shared/wire/webhook.ts'
import { idempotencyKey } from '../events/body.ts'
import type { Studio } from '../options.ts'
import { attemptsOf, type DeliveryRow } from './store.ts'

export const deliveryView = (studio: Pick<Studio, 'database'>, row: DeliveryRow): Delivery => ({
  id: row.id,
  webhook_id: row.webhook_id,
  event_id: row.event_id,
  event_status: row.event_status,
  sale_id: row.sale_id,
  idempotency_key: idempotencyKey(row.event_id, row.webhook_id),
  state: row.state,
  reason: row.state === 'pending' ? reasonToWait(row) : row.reason,
  attempts: row.attempts,
  next_attempt_at:
    row.state === 'pending' && row.turn && row.waits_because === null
      ? new Date(row.due_at).toISOString()
      : null,
  history: attemptsOf(studio.database, row.seq),
  created_at: row.created_at,
  ended_at: row.ended_at,
})

const reasonToWait = (row: DeliveryRow): string | null => {
  if (row.waits_because !== null) return row.waits_because
  return row.turn ? row.reason : 'an earlier event of this sale is not delivered yet'
}
