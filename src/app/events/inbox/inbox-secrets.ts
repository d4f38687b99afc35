import { ColdpressError } from '#values/errors/errors.ts'
import type { Secret } from '#platform/secret/secret.ts'
import { newWebhookSecret } from '#platform/webhooks/new-secret.ts'
import type { Vault } from '#keys/vault/vault.ts'
import { schemeOf } from '#platform/webhooks/signature.ts'
import type { InboxConfigs } from './inbox-configs.ts'

/** The signing secrets of deliveries: one for each account, in the vault. */
export type InboxSecrets = {
  /**
   * The caller wipes it.
   * @throws what the vault throws
   */
  readonly get: (accountId: string) => Promise<Secret | undefined>
  /**
   * The first secret sets the scheme of the inbox if none was chosen.
   * @throws ColdpressError `invalid` for one that is too short, and what the vault throws
   */
  readonly set: (accountId: string, secret: Secret) => Promise<void>
  /**
   * Makes a secret and stores it as `set` does. The caller wipes it.
   * @throws what the vault throws
   */
  readonly make: (accountId: string) => Promise<Secret>
  /** Removing an absent secret is no error. @throws what the vault throws */
  readonly remove: (accountId: string) => Promise<void>
}

/** The vault's name for it, beside the account's own API key. */
export const inboxSecretName = (accountId: string): string => `inbox-${accountId}`

const minBytes = 16

export const createInboxSecrets = (
  vault: Pick<Vault, 'getApiKey' | 'setApiKey' | 'removeApiKey'>,
  configs: Pick<InboxConfigs, 'fixScheme'>,
): InboxSecrets => {
  const set: InboxSecrets['set'] = async (accountId, secret) => {
    checkInboxSecret(secret)
    await vault.setApiKey({ accountId: inboxSecretName(accountId), apiKey: secret })
    configs.fixScheme(accountId, schemeOf(secret))
  }
  return {
    get: (accountId) => vault.getApiKey(inboxSecretName(accountId)),
    set,
    make: async (accountId) => {
      const secret = newWebhookSecret()
      try {
        await set(accountId, secret)
        return secret
      } catch (error) {
        secret.wipe()
        throw error
      }
    },
    remove: (accountId) => vault.removeApiKey(inboxSecretName(accountId)),
  }
}

/** @throws ColdpressError `invalid` */
export const checkInboxSecret = (secret: Secret): void => {
  if (secret.use((bytes) => bytes.length) >= minBytes) return
  throw new ColdpressError(
    'invalid',
    `webhook secret: shorter than ${minBytes} characters, which could be guessed. Give the one that the service showed when the webhook was made.`,
  )
}
