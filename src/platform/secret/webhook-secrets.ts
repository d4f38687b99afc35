import type { Secret } from './secret.ts'

/** The signing secrets of webhooks in the vault, by webhook. The caller wipes them. */
export type WebhookSecrets = {
  /** @throws ColdpressError `vault_locked` with sealed files before a passphrase has been set */
  set(webhookId: string, secret: Secret): Promise<void>
  /** @throws ColdpressError `vault_locked` with sealed files that cannot be opened */
  get(webhookId: string): Promise<Secret | undefined>
  /** Removing an absent one is no error. */
  remove(webhookId: string): Promise<void>
}
