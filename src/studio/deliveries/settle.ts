import { z } from 'zod'
import type { Database } from '#platform/db/database.ts'
import { deliveryStates } from '#contract/webhooks/webhook.ts'
import { findWebhook, setDisabled } from '../store/webhooks.ts'
import type { Claim } from './claims.ts'
import { delayAfter } from './schedule.ts'
import type { Outcome } from './send.ts'
import { failPending, insertAttempt, updateDelivery } from './store.ts'

/** A completed attempt. */
export type Attempted = {
  readonly claim: Claim
  readonly url: string
  readonly at: Date
  readonly headers: Readonly<Record<string, string>>
  readonly outcome: Outcome
}

const standingRow = z.object({
  state: z.enum(deliveryStates),
  attempts: z.int(),
  tries: z.int(),
  due_at: z.int(),
  claimed_until: z.int(),
})

const gone = 410

/** Stores an attempt and its consequences, in the caller's transaction. */
export const settle = (
  database: Database,
  attempted: Attempted,
  { now, random }: { readonly now: Date; readonly random: number },
): void => {
  const { claim, outcome } = attempted
  const { delivery_seq: seq, webhook_id, sale_id } = claim
  const found = database.get(
    standingRow,
    'SELECT state, attempts, tries, due_at, claimed_until FROM deliveries WHERE seq = :seq',
    { seq },
  )
  // Its webhook was deleted meanwhile.
  if (found === undefined) return
  const { claimed_until, ...standing } = found
  const attempts = standing.attempts + 1
  noteAttempt(database, attempted, attempts)
  const ended = {
    seq,
    webhook_id,
    sale_id,
    attempts,
    tries: standing.tries + 1,
    due_at: standing.due_at,
  }
  const at = now.toISOString()
  if (outcome.error === null) {
    updateDelivery(database, { ...ended, state: 'delivered', reason: null, ended_at: at })
    return
  }
  // Another process has claimed or ended it since; this attempt must not schedule the next.
  if (standing.state !== 'pending' || claimed_until !== claim.until) {
    database.run('UPDATE deliveries SET attempts = :attempts WHERE seq = :seq', { attempts, seq })
    return
  }
  const delay = delayAfter(ended.tries, random)
  updateDelivery(database, {
    ...ended,
    ...(delay === undefined
      ? { state: 'failed', reason: givenUp(ended.tries, outcome.error), ended_at: at }
      : {
          state: 'pending',
          reason: outcome.error,
          ended_at: null,
          due_at: now.getTime() + delay,
        }),
  })
  // The result of an old address does not apply to the webhook's new one.
  const isItsAddress = findWebhook(database, webhook_id)?.callback_url === attempted.url
  if (outcome.status === gone && isItsAddress) disableWebhook(database, webhook_id, at, goneReason)
}

const noteAttempt = (
  database: Database,
  { claim, at, headers, outcome }: Attempted,
  number: number,
): void =>
  insertAttempt(database, claim.delivery_seq, {
    number,
    at: at.toISOString(),
    status_code: outcome.status,
    duration_ms: outcome.durationMs,
    body_start: outcome.bodyStart,
    error: outcome.error,
    request_headers: headers,
  })

const givenUp = (tries: number, error: string): string =>
  `${tries} attempts failed, the last because ${error}`

const goneReason = 'the receiver answered 410 (Gone), which disabled the webhook'

/** Stops sending to a webhook; its pending deliveries can be resent by hand once it is enabled. */
export const disableWebhook = (
  database: Database,
  webhookId: string,
  at: string,
  reason: string,
): void => {
  setDisabled(database, webhookId, at)
  failPending(database, webhookId, { at, reason })
}
