import type { Secret } from '#platform/secret/secret.ts'
import { encryptTo } from './age.ts'
import { type ItemName, restoreItem, type SecretStore, writeVerified } from './secret-store.ts'

/** The recipient to seal to and, while the vault is open, the identity that opens it. */
export type SealTarget = { readonly recipient: string; readonly identity: Secret | undefined }

/**
 * Opens an item's bytes. The caller wipes the secret.
 * @throws ColdpressError `corrupt` unless they hold what the item's name says
 */
export type Unseal = (sealed: Uint8Array, identity: Secret) => Promise<Secret>

/**
 * Seals a secret into an item and verifies it: the same bytes must read back and, while the vault
 * is open, open. On failure the item is restored. An existing item is kept if it is proved intact;
 * otherwise it is written again, because without the identity a damaged item looks like any other.
 * @returns the step that restores the previous item
 */
export const storeSealed = async (
  store: SecretStore,
  item: ItemName,
  secret: Secret,
  { recipient, identity }: SealTarget,
  unseal: Unseal,
): Promise<() => Promise<void>> => {
  const before = await store.read(item)
  if (before !== undefined && identity !== undefined && (await opens(before, identity, unseal)))
    return async () => undefined
  const undo = (): Promise<void> => restoreItem(store, item, before)
  try {
    const sealed = await encryptTo(recipient, secret)
    await writeVerified(store, item, sealed)
    if (identity !== undefined) (await unseal(sealed, identity)).wipe()
  } catch (error) {
    // Best effort: the original error matters more than a leftover.
    await undo().catch(() => undefined)
    throw error
  }
  return undo
}

const opens = async (sealed: Uint8Array, identity: Secret, unseal: Unseal): Promise<boolean> => {
  try {
    const secret = await unseal(sealed, identity)
    secret.wipe()
    return true
  } catch {
    return false
  }
}
