import type { KeyHash } from '#cardano/ids.ts'
import type { PolicyKey } from '#cardano/keys.ts'
import { type Secret, useAndWipe } from '#platform/secret/secret.ts'
import { storePhrase, usePhrase } from './phrases.ts'
import { openPolicyKey, storePolicyKeys } from './policy-keys.ts'
import { phraseItem, policyItem, type SecretStore } from './secret-store.ts'
import type { SealTarget } from './store-sealed.ts'
import type { VaultIdentity } from './vault-identity.ts'

/** Keys and phrases in a store, sealed to the identity of its vault. */
export class StoredItems {
  readonly #store: SecretStore
  readonly #identity: VaultIdentity

  constructor(store: SecretStore, identity: VaultIdentity) {
    this.#store = store
    this.#identity = identity
  }

  async hasKey(keyHash: KeyHash): Promise<boolean> {
    return (await this.#store.read(policyItem(keyHash))) !== undefined
  }

  storeKeys(keys: readonly PolicyKey[]): Promise<void> {
    return this.#storing((target) => storePolicyKeys(this.#store, keys, target))
  }

  /**
   * Requires the identity first: a locked vault does not reveal which keys it has. The caller wipes
   * the key.
   */
  async openKey(keyHash: KeyHash): Promise<PolicyKey> {
    return useAndWipe(this.#identity.secret().copy(), (identity) =>
      openPolicyKey(this.#store, keyHash, identity),
    )
  }

  async hasPhrase(fingerprint: string): Promise<boolean> {
    return (await this.#store.read(phraseItem(fingerprint))) !== undefined
  }

  storePhrase(entropy: Secret): Promise<string> {
    return this.#storing((target) => storePhrase(this.#store, entropy, target))
  }

  async usePhrase<T>(fingerprint: string, work: (entropy: Secret) => Promise<T>): Promise<T> {
    return useAndWipe(this.#identity.secret().copy(), (identity) =>
      usePhrase(this.#store, fingerprint, identity, work),
    )
  }

  #storing<T>(work: (target: SealTarget) => Promise<T>): Promise<T> {
    return this.#identity.alone(() => this.#identity.sealing(work))
  }
}
