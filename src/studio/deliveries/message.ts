import { signDelivery } from '#platform/webhooks/signature.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { Secret } from '#platform/secret/secret.ts'
import type { WebhookSecrets } from '#platform/secret/webhook-secrets.ts'
import type { SignedMessage } from './send.ts'

/**
 * A webhook's secret; the caller wipes it.
 * @throws ColdpressError `key_missing`, and what the vault throws
 */
export const secretOf = async (
  secrets: WebhookSecrets | undefined,
  webhookId: string,
): Promise<Secret> => {
  if (secrets === undefined) {
    throw new ColdpressError(
      'key_missing',
      'This studio was started without a vault, so it cannot sign deliveries. Start it with one.',
    )
  }
  const secret = await secrets.get(webhookId)
  if (secret !== undefined) return secret
  throw new ColdpressError(
    'key_missing',
    'The vault has no secret of this webhook, so nothing can be signed for it. Delete the webhook and add it again.',
  )
}

/** @param to.key idempotency key, the same for every attempt at one delivery */
export const messageFor = (
  to: { readonly url: string; readonly key: string; readonly body: string },
  secret: Secret,
  at: Date,
): SignedMessage => {
  const body = Buffer.from(to.body)
  return {
    url: to.url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Coldpress',
      ...signDelivery({ id: to.key, body }, secret, at),
    },
  }
}

const shownSignature = 12

/**
 * Headers for the history, with the signature cut: a reader must not be able to replay the message.
 */
export const headersToStore = ({ headers }: SignedMessage): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      name.endsWith('-signature') ? `${value.slice(0, shownSignature)}…` : value,
    ]),
  )
