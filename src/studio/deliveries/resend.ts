import { ColdpressError } from '#values/errors/errors.ts'
import type { Studio } from '../options.ts'
import { findWebhook } from '../store/webhooks.ts'
import { type DeliveryRow, findDelivery, updateDelivery } from './store.ts'
import { noSuchId } from '../store/no-such-id.ts'

/** @throws ColdpressError `not_found` */
export const existingDelivery = (studio: Pick<Studio, 'database'>, id: string): DeliveryRow => {
  const row = findDelivery(studio.database, id)
  if (row === undefined) throw noSuchId('delivery', id)
  return row
}

/**
 * Sends a delivery again in any state: same body and key, with a full set of attempts. A pending
 * one is attempted now.
 * @throws ColdpressError `not_found`, `conflict`
 */
export const resendDelivery = (studio: Studio, id: string): DeliveryRow => {
  const { database } = studio
  return database.transact(() => {
    const row = existingDelivery(studio, id)
    const nowMs = studio.now().getTime()
    if (findWebhook(database, row.webhook_id)?.disabled_at !== null) {
      throw new ColdpressError(
        'conflict',
        "available: the webhook is disabled, and nothing is sent to it. Change it to available 'true' first.",
      )
    }
    if (row.claimed_until > nowMs) {
      throw new ColdpressError('conflict', 'this delivery is being attempted right now')
    }
    updateDelivery(database, {
      ...row,
      state: 'pending',
      tries: 0,
      due_at: nowMs,
      reason: null,
      ended_at: null,
    })
    studio.wakeDeliveries()
    return existingDelivery(studio, id)
  })
}
