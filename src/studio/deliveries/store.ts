import { z } from 'zod'
import { longText, recordOf, shortText } from '#values/bounds/bounded.ts'
import { columns, type Database } from '#platform/db/database.ts'
import {
  type DeliveryAttempt,
  type DeliveryState,
  deliveryStates,
} from '#contract/webhooks/webhook.ts'
import { type PageStart, rowsOfPage } from '../server/paging.ts'

export type NewDelivery = {
  readonly id: string
  readonly webhookId: string
  readonly eventId: string
  readonly saleId: string
  readonly at: Date
}

/**
 * Call it in the event's transaction. Due at once, unless an earlier delivery of its sale is
 * pending.
 */
export const insertDelivery = (database: Database, delivery: NewDelivery): void => {
  const { id, webhookId, eventId, saleId, at } = delivery
  database.run(
    `INSERT INTO deliveries (id, webhook_id, event_id, sale_id, state, turn, due_at, created_at)
     VALUES (:id, :webhookId, :eventId, :saleId, 'pending', NOT EXISTS (
       SELECT 1 FROM deliveries WHERE webhook_id = :webhookId AND sale_id = :saleId
         AND state = 'pending'), :dueAt, :createdAt)`,
    { id, webhookId, eventId, saleId, dueAt: at.getTime(), createdAt: at.toISOString() },
  )
}

const deliveryRow = z.object({
  seq: z.int(),
  id: shortText,
  webhook_id: shortText,
  event_id: shortText,
  event_status: shortText,
  sale_id: shortText,
  state: z.enum(deliveryStates),
  turn: columns.boolean,
  attempts: z.int(),
  tries: z.int(),
  due_at: z.int(),
  claimed_until: z.int(),
  reason: longText.nullable(),
  created_at: shortText,
  ended_at: shortText.nullable(),
  /** Why its webhook waits. */
  waits_because: longText.nullable(),
})
export type DeliveryRow = z.output<typeof deliveryRow>

const deliveries = `SELECT d.*, e.status AS event_status, w.waits_because FROM deliveries d
  JOIN events e ON e.id = d.event_id JOIN webhooks w ON w.id = d.webhook_id`

export const findDelivery = (database: Database, id: string): DeliveryRow | undefined =>
  database.get(deliveryRow, `${deliveries} WHERE d.id = :id`, { id })

export const listDeliveries = (
  database: Database,
  webhookId: string,
  state: DeliveryState | undefined,
  start: PageStart,
): DeliveryRow[] => {
  const select = `${deliveries} WHERE d.webhook_id = :webhookId AND (:state IS NULL OR d.state = :state)`
  const filter = { webhookId, state: state ?? null }
  return rowsOfPage(database, deliveryRow, { select, table: 'd', ...filter }, start)
}

const attemptRow = z.object({
  number: z.int(),
  at: shortText,
  status_code: z.int().nullable(),
  duration_ms: z.int(),
  body_start: longText,
  error: longText.nullable(),
  request_headers: columns.json(recordOf(longText)),
})

/** Oldest first. */
export const attemptsOf = (database: Database, deliverySeq: number): DeliveryAttempt[] =>
  database.all(
    attemptRow,
    `SELECT number, at, status_code, duration_ms, body_start, error, request_headers
     FROM delivery_attempts WHERE delivery_seq = :deliverySeq ORDER BY number`,
    { deliverySeq },
  )

/** Attempts kept per delivery; manual resends are unlimited. */
const maxAttemptsStored = 50

export const insertAttempt = (
  database: Database,
  deliverySeq: number,
  attempt: DeliveryAttempt,
): void => {
  database.insert('delivery_attempts', { ...attempt, delivery_seq: deliverySeq })
  if (attempt.number <= maxAttemptsStored) return
  database.run(
    'DELETE FROM delivery_attempts WHERE delivery_seq = :deliverySeq AND number <= :last',
    { deliverySeq, last: attempt.number - maxAttemptsStored },
  )
}

/** The state of a delivery after a change. */
export type DeliveryStanding = Pick<
  DeliveryRow,
  | 'seq'
  | 'webhook_id'
  | 'sale_id'
  | 'state'
  | 'attempts'
  | 'tries'
  | 'due_at'
  | 'reason'
  | 'ended_at'
>

/** Ends any claim and passes the sale's turn to the next delivery. */
export const updateDelivery = (database: Database, delivery: DeliveryStanding): void => {
  const { seq, state, attempts, tries, due_at, reason, ended_at, webhook_id, sale_id } = delivery
  database.run(
    `UPDATE deliveries SET state = :state, attempts = :attempts, tries = :tries, due_at = :due_at,
       reason = :reason, ended_at = :ended_at, claimed_until = 0, turn = 0 WHERE seq = :seq`,
    { seq, state, attempts, tries, due_at, reason, ended_at },
  )
  assignTurn(database, webhook_id, sale_id)
}

/**
 * Gives the turn to the first pending delivery of a sale: a manual resend may come before the one
 * that had it. A claimed delivery keeps its turn until its attempt is over.
 */
const assignTurn = (database: Database, webhookId: string, saleId: string): void => {
  database.run(
    `UPDATE deliveries SET turn = seq = (
       SELECT seq FROM deliveries
       WHERE webhook_id = :webhookId AND sale_id = :saleId AND state = 'pending'
       ORDER BY claimed_until > 0 DESC, seq LIMIT 1)
     WHERE webhook_id = :webhookId AND sale_id = :saleId AND state = 'pending'`,
    { webhookId, saleId },
  )
}

/** Makes pending deliveries due now with a full set of attempts; running attempts continue. */
export const retryPendingNow = (database: Database, webhookId: string, nowMs: number): void => {
  database.run(
    `UPDATE deliveries SET due_at = :nowMs, tries = 0, reason = NULL
     WHERE webhook_id = :webhookId AND state = 'pending'`,
    { webhookId, nowMs },
  )
}

/** @returns the number that were pending */
export const failPending = (
  database: Database,
  webhookId: string,
  { at, reason }: { readonly at: string; readonly reason: string },
): number =>
  database.run(
    `UPDATE deliveries SET state = 'failed', reason = :reason, ended_at = :at, turn = 0,
       claimed_until = 0 WHERE webhook_id = :webhookId AND state = 'pending'`,
    { webhookId, at, reason },
  )

/**
 * Deletes some deliveries that ended before a time, oldest first.
 * @returns their number
 */
export const deleteEnded = (database: Database, before: string, most: number): number =>
  database.run(
    `DELETE FROM deliveries WHERE seq IN (
       SELECT seq FROM deliveries WHERE ended_at < :before ORDER BY ended_at LIMIT :most)`,
    { before, most },
  )
