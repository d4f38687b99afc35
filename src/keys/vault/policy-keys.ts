import { ColdpressError } from '#values/errors/errors.ts'
import type { KeyHash } from '#cardano/ids.ts'
import { policyKeyOf, type PolicyKey, writeSigningKey } from '#cardano/keys.ts'
import { type Secret, useAndWipe } from '#platform/secret/secret.ts'
import { decryptWith } from './age.ts'
import { policyItem, type SecretStore } from './secret-store.ts'
import { type SealTarget, storeSealed, type Unseal } from './store-sealed.ts'

/**
 * Stores all keys or none, each as its 32 or 64 raw bytes; {@link storeSealed} seals and verifies
 * them.
 */
export const storePolicyKeys = async (
  store: SecretStore,
  keys: readonly PolicyKey[],
  target: SealTarget,
): Promise<void> => {
  const undo: (() => Promise<void>)[] = []
  try {
    for (const { keyHash, secret } of keys) {
      const unseal: Unseal = async (sealed, identity) =>
        (await unsealPolicyKey(sealed, keyHash, identity)).secret
      undo.push(await storeSealed(store, policyItem(keyHash), secret, target, unseal))
    }
  } catch (error) {
    // Best effort, newest first: a leftover is a sealed key that nothing refers to.
    for (const step of undo.toReversed()) await step().catch(() => {})
    throw error
  }
}

/**
 * Opens one stored key. The caller wipes `key.secret`.
 * @throws ColdpressError `key_missing`, `corrupt`
 */
export const openPolicyKey = async (
  store: SecretStore,
  keyHash: KeyHash,
  identity: Secret,
): Promise<PolicyKey> => {
  const item = policyItem(keyHash)
  const sealed = await store.read(item)
  if (sealed !== undefined) return unsealPolicyKey(sealed, keyHash, identity)
  throw new ColdpressError(
    'key_missing',
    `The vault holds no key with the hash ${keyHash}. Import the key or restore the policy's backup.`,
    { details: { key_hash: keyHash } },
  )
}

/**
 * The keys as bech32 text, all or none. The caller wipes them.
 * @throws what `open` throws
 */
export const revealPolicyKeys = async (
  keyHashes: readonly KeyHash[],
  open: (keyHash: KeyHash) => Promise<PolicyKey>,
): Promise<readonly Secret[]> => {
  const revealed: Secret[] = []
  try {
    for (const keyHash of keyHashes) {
      const key = await open(keyHash)
      await useAndWipe(key.secret, async () => revealed.push(writeSigningKey(key, 'bech32')))
    }
    return revealed
  } catch (error) {
    for (const secret of revealed) secret.wipe()
    throw error
  }
}

/** Items can be swapped by anybody who can write them, so the key must match its name. */
export const unsealPolicyKey = async (
  sealed: Uint8Array,
  keyHash: KeyHash,
  identity: Secret,
): Promise<PolicyKey> => {
  const item = policyItem(keyHash)
  const secret = await decryptWith(identity, sealed, item)
  const key = secret.use((bytes) =>
    bytes.length === 32 || bytes.length === 64 ? policyKeyOf(Uint8Array.from(bytes)) : undefined,
  )
  secret.wipe()
  if (key?.keyHash === keyHash) return key
  key?.secret.wipe()
  throw new ColdpressError(
    'corrupt',
    `The vault's item ${item} does not hold the key that its name says. Restore the policy's backup; other keys are not affected.`,
    { details: { item } },
  )
}
