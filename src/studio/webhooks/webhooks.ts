import { wireNetwork } from '#cardano/network.ts'
import { useAndWipe } from '#platform/secret/secret.ts'
import { newWebhookSecret } from '#platform/webhooks/new-secret.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { WebhookChange, WebhookRequest } from '#contract/webhooks/webhook.ts'
import { callbackUrlError } from '../deliveries/callback-address.ts'
import { disableWebhook } from '../deliveries/settle.ts'
import { retryPendingNow } from '../deliveries/store.ts'
import type { Studio } from '../options.ts'
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  type NewWebhook,
  setDisabled,
  updateWebhook,
  type WebhookRow,
} from '../store/webhooks.ts'
import { noSuchId } from '../store/no-such-id.ts'

/** @throws ColdpressError `not_found` */
export const existingWebhook = (studio: Pick<Studio, 'database'>, id: string): WebhookRow => {
  const row = findWebhook(studio.database, id)
  if (row === undefined) throw noSuchId('webhook', id)
  return row
}

/**
 * Its secret is in the vault before the webhook exists: a vault that refuses creates nothing.
 * @returns the secret as text; no later call returns it
 * @throws ColdpressError `invalid`, `conflict` without a vault, and what the vault throws
 */
export const createWebhook = async (
  studio: Studio,
  request: WebhookRequest,
): Promise<{ readonly row: WebhookRow; readonly secret: string }> => {
  const { webhookSecrets: secrets } = studio
  const network = wireNetwork(studio.network)
  if (request.network !== network) {
    throw invalid(`network: ${request.network}, but this studio is on ${network}`)
  }
  checkCallback(request.callback_url)
  if (secrets === undefined) {
    throw new ColdpressError(
      'conflict',
      "this studio was started without a vault, which would keep the webhook's secret. Start it with one.",
    )
  }
  const now = studio.now().toISOString()
  const row: NewWebhook = {
    id: studio.nextId(),
    name: request.name,
    description: request.description ?? null,
    callback_url: request.callback_url,
    created_at: now,
    updated_at: now,
    own_events: (request.own_events ?? []).join(','),
  }
  return useAndWipe(newWebhookSecret(), async (secret) => {
    await secrets.set(row.id, secret)
    try {
      studio.database.transact(() => {
        insertWebhook(studio.database, row)
        if (request.available === 'false') setDisabled(studio.database, row.id, now)
      })
    } catch (error) {
      await secrets.remove(row.id)
      throw error
    }
    return { row: existingWebhook(studio, row.id), secret: secret.text() }
  })
}

/**
 * In the caller's transaction. Another callback URL is tried at once with all that waits: what was
 * waited for was the old one's recovery.
 * @throws ColdpressError `not_found`, `invalid`; `conflict` that names what cannot change
 */
export const changeWebhook = (studio: Studio, id: string, change: WebhookChange): WebhookRow => {
  const { database } = studio
  const row = existingWebhook(studio, id)
  requireSameKind(studio, change)
  if (change.callback_url !== undefined) checkCallback(change.callback_url)
  const now = studio.now()
  const at = now.toISOString()
  const url = change.callback_url ?? row.callback_url
  updateWebhook(database, {
    ...row,
    name: change.name ?? row.name,
    description: change.description === undefined ? row.description : change.description,
    callback_url: url,
    own_events: change.own_events?.join(',') ?? row.own_events,
    updated_at: at,
  })
  if (url !== row.callback_url) {
    retryPendingNow(database, id, now.getTime())
    studio.wakeDeliveries()
  }
  if (change.available === 'true') setDisabled(database, id, null)
  if (change.available === 'false' && row.disabled_at === null) {
    disableWebhook(database, id, at, 'the webhook was disabled')
  }
  return existingWebhook(studio, id)
}

/**
 * The secret first: what fails leaves a webhook that can be deleted again, not a secret that nobody
 * knows of. With the webhook go its deliveries.
 * @throws what the vault throws
 */
export const removeWebhook = async (studio: Studio, id: string): Promise<void> => {
  await studio.webhookSecrets?.remove(id)
  deleteWebhook(studio.database, id)
}

/** Every webhook of a studio has the same of these. */
const requireSameKind = ({ network }: Studio, change: WebhookChange): void => {
  const { type = 'nft_api', network: asked, rules, confirmations = 0 } = change
  const own = wireNetwork(network)
  const errors = [
    ...(type === 'nft_api' ? [] : ['type: it is nft_api and cannot change']),
    ...(asked === undefined || asked === own ? [] : [`network: it is ${own} and cannot change`]),
    ...((rules ?? []).length === 0 ? [] : ['rules: a webhook of nft_api has none']),
    ...(confirmations === 0 ? [] : ['confirmations: they are 0 and cannot change']),
  ]
  if (errors.length > 0) throw new ColdpressError('conflict', errors.join('; '))
}

const checkCallback = (url: string): void => {
  const error = callbackUrlError(url)
  if (error !== undefined) throw invalid(`callback_url: ${error}`)
}

const invalid = (message: string): ColdpressError => new ColdpressError('invalid', message)
