import { createHash } from 'node:crypto'
import { isUnderPassphrase } from './age-text.ts'
import { identityItem, type SecretStore } from './secret-store.ts'
import { identityDamaged, identityMissing, identityUnproved } from './vault-errors.ts'
import type { VaultFileContent } from './vault-file.ts'

/** Hex SHA-256 of the sealed identity, as in vault.json. */
export const digestOf = (sealed: Uint8Array): string =>
  createHash('sha256').update(sealed).digest('hex')

/**
 * Requires the sealed identity: checks its bytes without the passphrase against the digest of the
 * last unlock.
 * @throws ColdpressError `key_missing`; `vault_locked` when only an unlock can prove it
 */
export const requireIdentity = async (
  store: SecretStore,
  details: VaultFileContent | undefined,
): Promise<void> => {
  const sealed = await store.read(identityItem)
  if (sealed === undefined) throw identityMissing(store.backend)
  if (!isUnderPassphrase(sealed)) throw identityDamaged()
  if (details?.identity !== undefined && details.identity !== digestOf(sealed))
    throw identityUnproved()
}
