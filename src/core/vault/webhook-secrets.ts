import type { WebhookSecrets } from '../secret/webhook-secrets.ts'
import type { Vault } from './vault.ts'

/** The vault's name for it, among API keys. */
const nameOf = (webhookId: string): string => `webhook-${webhookId}`

/** Where an API key can be read without a passphrase, so can these: deliveries go out unattended. */
export const createWebhookSecrets = (
  vault: Pick<Vault, 'setApiKey' | 'getApiKey' | 'removeApiKey'>,
): WebhookSecrets => ({
  set: (webhookId, secret) => vault.setApiKey(nameOf(webhookId), secret),
  get: (webhookId) => vault.getApiKey(nameOf(webhookId)),
  remove: (webhookId) => vault.removeApiKey(nameOf(webhookId)),
})
