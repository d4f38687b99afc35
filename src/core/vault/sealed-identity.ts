import { createHash } from 'node:crypto'
import { isUnderPassphrase } from './age-text.ts'
import { identityItem, type SecretStore } from './secret-store.ts'
import { identityDamaged, identityMissing, identityUnproved } from './vault-errors.ts'
import type { VaultFacts } from './vault-file.ts'

/** What vault.json notes of the sealed identity: hex SHA-256. */
export const digestOf = (sealed: Uint8Array): string =>
  createHash('sha256').update(sealed).digest('hex')

/**
 * Requires the sealed identity to be there: what its bytes show without the passphrase, compared
 * with what was noted when it was last opened.
 * @throws ColdpressError `key_missing`; `vault_locked` when an unlock must prove it first
 */
export const requireIdentity = async (
  store: SecretStore,
  facts: VaultFacts | undefined,
): Promise<void> => {
  const sealed = await store.read(identityItem)
  if (sealed === undefined) throw identityMissing(store.backend)
  if (!isUnderPassphrase(sealed)) throw identityDamaged()
  if (facts?.identity !== undefined && facts.identity !== digestOf(sealed)) throw identityUnproved()
}
