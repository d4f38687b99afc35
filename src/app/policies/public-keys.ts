import { hexToBytes } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { KeyHash } from '#cardano/ids.ts'
import { keyHashOf } from '#cardano/keys.ts'
import type { PublicKey } from '#cardano/public-policy.ts'
import { keyHashesIn } from '#cardano/scripts.ts'
import type { Database } from '#platform/db/database.ts'
import type { Vault } from '#keys/vault/vault.ts'
import { policyKeysHere } from './reveal.ts'
import type { StoredPolicy } from './store.ts'

/** Remembers public keys, so that they are known without the vault, or without the key. */
export const notePublicKeys = (db: Database, keys: readonly PublicKey[]): void => {
  for (const { keyHash, publicKey, path } of keys)
    db.insert(
      'public_keys',
      { key_hash: keyHash, public_key: publicKey, path },
      'ON CONFLICT (key_hash) DO UPDATE SET path = coalesce(excluded.path, public_keys.path)',
    )
}

const publicKeyRow = z
  .object({
    key_hash: shortText.transform(KeyHash),
    public_key: shortText,
    path: shortText.nullable(),
  })
  .transform(({ key_hash, public_key, path }) => ({
    keyHash: key_hash,
    publicKey: public_key,
    path,
  }))

/** How a key derives, as it was noted; null where nobody said. */
export const keyPathOf = (db: Database, keyHash: KeyHash): string | null =>
  db.get(
    z.object({ path: shortText.nullable() }),
    'SELECT path FROM public_keys WHERE key_hash = :keyHash',
    { keyHash },
  )?.path ?? null

/** @throws ColdpressError `corrupt` for a key that does not have its hash */
const notedKey = (db: Database, keyHash: KeyHash): PublicKey | undefined => {
  const noted = db.get(publicKeyRow, 'SELECT * FROM public_keys WHERE key_hash = :keyHash', {
    keyHash,
  })
  if (noted === undefined || keyHashOf(hexToBytes(noted.publicKey)) === keyHash) return noted
  throw new ColdpressError(
    'corrupt',
    `The public key that the database has for key hash ${keyHash} has another hash. Somebody may have changed the database; find out who did, and import a backup of the data folder that was made before.`,
  )
}

/**
 * The public keys of a policy that this computer knows, in script order: those that were noted, and
 * those of the keys in the vault.
 * @throws ColdpressError `key_missing` when none is known, `vault_locked`, `corrupt`
 */
export const publicKeysOf = async (
  { db, vault }: { readonly db: Database; readonly vault: Pick<Vault, 'hasKey' | 'publicKeys'> },
  policy: Pick<StoredPolicy, 'policyId' | 'script'>,
): Promise<readonly PublicKey[]> => {
  const named = keyHashesIn(policy.script)
  const noted = named.flatMap((keyHash) => notedKey(db, keyHash) ?? [])
  const unknown = (await policyKeysHere(vault, policy)).filter(
    (here) => !noted.some(({ keyHash }) => keyHash === here),
  )
  const opened = unknown.length === 0 ? [] : await vault.publicKeys(unknown)
  const known = [...noted, ...opened.map((key) => ({ ...key, path: null }))]
  if (known.length > 0 || named.length === 0)
    return known.toSorted((a, b) => named.indexOf(a.keyHash) - named.indexOf(b.keyHash))
  throw new ColdpressError(
    'key_missing',
    `This computer knows no key of policy ${policy.policyId}, so there is nothing to export.`,
    { details: { policyId: policy.policyId } },
  )
}
