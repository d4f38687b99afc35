import type { Secret } from './secret.ts'

/** What webhooks' deliveries are signed with, by webhook, in the vault. Whoever gets one wipes it. */
export type WebhookSecrets = {
  /** @throws ColdpressError `vault_locked` with sealed files while no passphrase was ever chosen */
  set(webhookId: string, secret: Secret): Promise<void>
  /** @throws ColdpressError `vault_locked` with sealed files, while one is there that cannot be opened */
  get(webhookId: string): Promise<Secret | undefined>
  /** Removing one that is not there is no error. */
  remove(webhookId: string): Promise<void>
}
