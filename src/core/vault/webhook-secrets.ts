import type { WebhookSecrets } from '../secret/webhook-secrets.ts'
import type { Vault } from './vault.ts'

/** The secret's name among the vault's API keys. */
const nameOf = (webhookId: string): string => `webhook-${webhookId}`

/**
 * Stored like API keys: where those need no passphrase, these don't either, so that deliveries run
 * unattended.
 */
export const createWebhookSecrets = (
  vault: Pick<Vault, 'setApiKey' | 'getApiKey' | 'removeApiKey'>,
): WebhookSecrets => ({
  set: (webhookId, secret) => vault.setApiKey(nameOf(webhookId), secret),
  get: (webhookId) => vault.getApiKey(nameOf(webhookId)),
  remove: (webhookId) => vault.removeApiKey(nameOf(webhookId)),
})
