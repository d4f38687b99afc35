import { webhookSecretName } from '#platform/secret/stored-names.ts'
import type { WebhookSecrets } from '#platform/secret/webhook-secrets.ts'
import type { Vault } from './vault.ts'

/**
 * Stored like API keys: where those need no passphrase, these don't either, so that deliveries run
 * unattended.
 */
export const createWebhookSecrets = (
  vault: Pick<Vault, 'setApiKey' | 'getApiKey' | 'removeApiKey'>,
): WebhookSecrets => ({
  set: (webhookId, secret) =>
    vault.setApiKey({ accountId: webhookSecretName(webhookId), apiKey: secret }),
  get: (webhookId) => vault.getApiKey(webhookSecretName(webhookId)),
  remove: (webhookId) => vault.removeApiKey(webhookSecretName(webhookId)),
})
