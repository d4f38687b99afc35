import { KeyHash } from '#cardano/ids.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { inboxSecretName } from '../events/inbox/inbox-secrets.ts'
import type { Gateways } from '#chain/gateway/gateway-configs.ts'
import { gatewaySecretName } from '#chain/gateway/store-gateway.ts'
import { pinSecretName, type PinTargets } from '#media/pinning/pin-targets.ts'
import type { Phrases } from '../policies/phrases.ts'
import type { Policies } from '../policies/policies.ts'
import { isInVault, type Wallets } from '../policies/wallets.ts'
import { servedKeyName, webhookSecretName } from '#platform/secret/stored-names.ts'
import type { OwnKeys } from '#keys/vault/own-keys.ts'
import type { VaultNames } from '#keys/vault-schemas.ts'

/** What the studios' own databases name in the vault. */
export type StudioVaultNames = {
  readonly keyHashes: VaultNames['keyHashes']
  readonly webhookIds: readonly string[]
}

type Domains = {
  readonly accounts: Pick<Accounts, 'list'>
  readonly policies: Pick<Policies, 'list'>
  readonly ownKeys: Pick<OwnKeys, 'list'>
  readonly phrases: Pick<Phrases, 'list'>
  readonly wallets: Pick<Wallets, 'list'>
  readonly gateways: Pick<Gateways, 'list'>
  readonly pinTargets: Pick<PinTargets, 'list'>
}

/** Every name that a data folder may have stored something under in the vault. */
export const vaultNamesOf = async (
  { accounts, policies, ownKeys, phrases, wallets, gateways, pinTargets }: Domains,
  { keyHashes, webhookIds }: StudioVaultNames,
): Promise<VaultNames> => {
  const ids = accounts.list().map(({ id }) => id)
  return {
    keyHashes: [
      ...(await policies.list()).flatMap(({ keys }) => keys.map((key) => KeyHash(key.keyHash))),
      ...ownKeys.list(),
      ...keyHashes,
    ],
    phrases: [
      ...(await phrases.list()).map(({ fingerprint }) => fingerprint),
      ...(await wallets.list()).filter(isInVault).map(({ id }) => id),
    ],
    apiKeys: [
      servedKeyName,
      ...ids,
      ...ids.map(inboxSecretName),
      ...gateways.list().map(({ id }) => gatewaySecretName(id)),
      ...pinTargets.list().map(({ name }) => pinSecretName(name)),
      ...webhookIds.map(webhookSecretName),
    ],
  }
}
