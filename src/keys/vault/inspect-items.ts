import { messageOf } from '#values/errors/errors.ts'
import type { KeyHash } from '#cardano/ids.ts'
import type { Secret } from '#platform/secret/secret.ts'
import { sealedLength } from './age-text.ts'
import { unsealPhrase } from './phrases.ts'
import { unsealPolicyKey } from './policy-keys.ts'
import { type ItemName, phraseItem, policyItem, type SecretStore } from './secret-store.ts'
import type { Unseal } from './store-sealed.ts'
import type { ItemIssue, VaultItems } from '../vault-schemas.ts'

type Expected = {
  readonly item: ItemName
  /** Allowed lengths of the secret in bytes. */
  readonly lengths: readonly number[]
  readonly unseal: Unseal
}

const keyItem = (keyHash: KeyHash): Expected => ({
  item: policyItem(keyHash),
  lengths: [32, 64],
  unseal: async (sealed, identity) => (await unsealPolicyKey(sealed, keyHash, identity)).secret,
})

const phraseOf = (fingerprint: string): Expected => ({
  item: phraseItem(fingerprint),
  lengths: [16, 20, 24, 28, 32],
  unseal: (sealed, identity) => unsealPhrase(sealed, fingerprint, identity),
})

/**
 * The issues of these keys and phrases. With the identity, each is opened; without it, the check
 * covers presence, format and length only, since an age file does not name its recipient.
 */
export const inspectItems = async (
  store: SecretStore,
  { keyHashes, phrases }: VaultItems,
  identity: Secret | undefined,
): Promise<readonly ItemIssue[]> => {
  const issues: ItemIssue[] = []
  for (const expected of [...keyHashes.map(keyItem), ...phrases.map(phraseOf)]) {
    const message = await issueOf(store, expected, identity)
    if (message !== undefined) issues.push({ item: expected.item, message })
  }
  return issues
}

const issueOf = async (
  store: SecretStore,
  { item, lengths, unseal }: Expected,
  identity: Secret | undefined,
): Promise<string | undefined> => {
  try {
    const sealed = await store.read(item)
    if (sealed === undefined)
      return `The vault's item ${item} is missing. Restore it from a backup; other items are not affected.`
    if (identity !== undefined) (await unseal(sealed, identity)).wipe()
    else if (!lengths.includes(sealedLength(sealed) ?? -1))
      return `The vault's item ${item} is damaged. Restore it from a backup; other items are not affected.`
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}
