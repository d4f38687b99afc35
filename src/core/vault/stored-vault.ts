import { setImmediate as nextTurn } from 'node:timers/promises'
import type { KeyHash, TxId } from '../cardano/ids.ts'
import { signBody, writeSigningKey, type PolicyKey, type Witness } from '../cardano/keys.ts'
import { Secret } from '../secret/secret.ts'
import {
  generateAgePair,
  openUnder,
  openWith,
  recipientOf,
  sealTo,
  sealUnder,
  type AgePair,
} from './age.ts'
import { HeldIdentity } from './held-identity.ts'
import { lockHome } from './home-lock.ts'
import { requireGoodPassphrase } from './passphrase.ts'
import { openPolicyKey, storePolicyKeys } from './policy-keys.ts'
import {
  apiKeyItem,
  identityItem,
  policyItem,
  probeStore,
  putBack,
  writeVerified,
  type SecretStore,
} from './secret-store.ts'
import { readVaultFile, removeVaultFile, writeVaultFile, type VaultFacts } from './vault-file.ts'
import {
  identityMissing,
  lockedMeanwhile,
  noVaultYet,
  recipientSwapped,
  vaultExists,
  vaultLocked,
  vaultReplaced,
} from './vault-faults.ts'
import type { Vault, VaultProbe, VaultStatus } from './vault.ts'

export type StoredVaultParts = {
  /** Real path of the data folder. */
  readonly home: string
  readonly store: SecretStore
  /** The keychain, for the probe, whether or not it is the store. */
  readonly keychain: SecretStore
  readonly note: string | undefined
  /** Whether there is a vault: vault.json or, where that was lost, the sealed identity. */
  readonly exists: boolean
  readonly autoLockMs: number
  readonly onLock?: (() => void) | undefined
  readonly scryptWorkFactor: number
  readonly homeLockTimeoutMs: number
  readonly now: () => Date
}

/** The vault over one store of items. Other processes may use the same home at the same time. */
export class StoredVault implements Vault {
  readonly #parts: StoredVaultParts
  readonly #held: HeldIdentity
  #exists: boolean

  constructor(parts: StoredVaultParts) {
    this.#parts = parts
    this.#held = new HeldIdentity(parts.autoLockMs, parts.now, parts.onLock)
    this.#exists = parts.exists
  }

  status(): VaultStatus {
    const { store, note } = this.#parts
    const closed = this.#exists ? 'locked' : 'new'
    return {
      state: this.#held.peek() === undefined ? closed : 'unlocked',
      backend: store.backend,
      ...(note !== undefined && { note }),
    }
  }

  async create(passphrase: Secret): Promise<void> {
    requireGoodPassphrase(passphrase)
    const { store, scryptWorkFactor } = this.#parts
    await this.#alone(async () => {
      if ((await this.#facts()) ?? (await store.read(identityItem))) throw vaultExists()
      const pair = await generateAgePair()
      try {
        // The identity stands before vault.json does: from then on others seal keys to it.
        const sealed = await sealUnder(passphrase, pair.identity, scryptWorkFactor)
        await writeVerified(store, identityItem, sealed)
        this.#exists = true
        await this.#writeFacts(pair.recipient)
      } catch (error) {
        pair.identity.wipe()
        throw error
      }
      this.#held.hold(pair)
    })
  }

  async unlock(passphrase: Secret): Promise<void> {
    this.#held.peek()
    const wipesBefore = this.#held.wipes
    const pair = await this.#openIdentity(passphrase)
    try {
      if ((await this.#checkedFacts(pair)) === undefined) {
        await this.#alone(async () => {
          if ((await this.#checkedFacts(pair)) === undefined) await this.#writeFacts(pair.recipient)
        })
      }
      if (this.#held.wipes !== wipesBefore) throw lockedMeanwhile()
    } catch (error) {
      pair.identity.wipe()
      throw error
    }
    this.#exists = true
    this.#held.hold(pair)
  }

  lock(): void {
    this.#held.wipe()
  }

  async setAutoLock(idleMs: number): Promise<void> {
    this.#held.setIdle(idleMs)
  }

  async changePassphrase(oldPassphrase: Secret, newPassphrase: Secret): Promise<void> {
    requireGoodPassphrase(newPassphrase)
    const { store, scryptWorkFactor } = this.#parts
    await this.#alone(async () => {
      const before = await store.read(identityItem)
      const { identity } = await this.#openIdentity(oldPassphrase)
      try {
        const sealed = await sealUnder(newPassphrase, identity, scryptWorkFactor)
        await writeVerified(store, identityItem, sealed)
      } catch (error) {
        // Without the identity every key is lost: a half-done change goes back, as far as may be.
        await putBack(store, identityItem, before).catch(() => {})
        throw error
      } finally {
        identity.wipe()
      }
    })
  }

  async storeKeys(keys: readonly PolicyKey[]): Promise<void> {
    await this.#alone(async () => {
      const recipient = await this.#recipient()
      await storePolicyKeys(this.#parts.store, keys, recipient, this.#held.use())
    })
  }

  async hasKey(keyHash: KeyHash): Promise<boolean> {
    return (await this.#parts.store.read(policyItem(keyHash))) !== undefined
  }

  async witness(bodyHash: TxId, keyHash: KeyHash): Promise<Witness> {
    const key = await this.#openKey(keyHash)
    try {
      return signBody(key, bodyHash)
    } finally {
      key.secret.wipe()
    }
  }

  async revealKeys(keyHashes: readonly KeyHash[]): Promise<readonly Secret[]> {
    const revealed: Secret[] = []
    try {
      for (const keyHash of keyHashes) {
        const key = await this.#openKey(keyHash)
        try {
          revealed.push(writeSigningKey(key, 'bech32'))
        } finally {
          key.secret.wipe()
        }
      }
      return revealed
    } catch (error) {
      for (const secret of revealed) secret.wipe()
      throw error
    }
  }

  async removeKey(keyHash: KeyHash): Promise<void> {
    await this.#alone(() => this.#parts.store.remove(policyItem(keyHash)))
  }

  async putApiKey(accountId: string, apiKey: Secret): Promise<void> {
    const item = apiKeyItem(accountId)
    const { store } = this.#parts
    const bytes =
      store.backend === 'keychain'
        ? apiKey.use((plain) => Uint8Array.from(plain))
        : await sealTo(await this.#recipient(), apiKey)
    try {
      await writeVerified(store, item, bytes)
    } finally {
      bytes.fill(0)
    }
  }

  async getApiKey(accountId: string): Promise<Secret | undefined> {
    const item = apiKeyItem(accountId)
    const { store } = this.#parts
    const bytes = await store.read(item)
    if (bytes === undefined) return undefined
    return store.backend === 'keychain'
      ? Secret.ofBytes(bytes)
      : openWith(this.#identity(), bytes, item)
  }

  async removeApiKey(accountId: string): Promise<void> {
    await this.#parts.store.remove(apiKeyItem(accountId))
  }

  async destroy(items: {
    readonly keyHashes: readonly KeyHash[]
    readonly accountIds: readonly string[]
  }): Promise<void> {
    const { home, store } = this.#parts
    await this.#alone(async () => {
      for (const keyHash of items.keyHashes) await store.remove(policyItem(keyHash))
      for (const accountId of items.accountIds) await store.remove(apiKeyItem(accountId))
      await store.remove(identityItem)
      await removeVaultFile(home)
      this.lock()
      this.#exists = false
    })
  }

  async probe(): Promise<VaultProbe> {
    const { store, keychain } = this.#parts
    const result = await probeStore(store)
    return { store: result, keychain: store === keychain ? result : await probeStore(keychain) }
  }

  close(): void {
    this.lock()
  }

  /**
   * Runs while no other process changes this vault: two that create at once would each lose the
   * other's keys. The lock outlasts a keychain call that was given up on, since that may still write.
   */
  async #alone<T>(work: () => Promise<T>): Promise<T> {
    const { home, store, homeLockTimeoutMs } = this.#parts
    const release = await lockHome(home, homeLockTimeoutMs)
    try {
      return await work()
    } finally {
      const released = store.idle().then(release)
      await Promise.race([released, nextTurn()])
    }
  }

  #identity(): Secret {
    const pair = this.#held.use()
    if (pair === undefined) throw this.#exists ? vaultLocked() : noVaultYet()
    return pair.identity
  }

  /** The identity is asked for before the store: a locked vault does not tell which keys it has. */
  async #openKey(keyHash: KeyHash): Promise<PolicyKey> {
    const identity = this.#identity().copy()
    try {
      return await openPolicyKey(this.#parts.store, keyHash, identity)
    } finally {
      identity.wipe()
    }
  }

  async #openIdentity(passphrase: Secret): Promise<AgePair> {
    const { store } = this.#parts
    const sealed = await store.read(identityItem)
    if (sealed === undefined) {
      if ((await this.#facts()) === undefined) throw noVaultYet()
      throw identityMissing(store.backend)
    }
    const identity = await openUnder(passphrase, sealed, identityItem)
    try {
      return { identity, recipient: await recipientOf(identity, identityItem) }
    } catch (error) {
      identity.wipe()
      throw error
    }
  }

  async #facts(): Promise<VaultFacts | undefined> {
    const { home, store } = this.#parts
    const facts = await readVaultFile(home)
    if (facts !== undefined && facts.backend !== store.backend) throw vaultReplaced()
    if (facts !== undefined) this.#exists = true
    return facts
  }

  /** A recipient that is not the identity's own would divert every new key to whoever put it there. */
  async #checkedFacts(pair: AgePair): Promise<VaultFacts | undefined> {
    const facts = await this.#facts()
    if (facts === undefined || facts.recipient === pair.recipient) return facts
    throw recipientSwapped()
  }

  /** Whom to seal to. Read anew each time: another process may have created the vault since. */
  async #recipient(): Promise<string> {
    const pair = this.#held.use()
    if (pair !== undefined) {
      await this.#checkedFacts(pair)
      return pair.recipient
    }
    const facts = await this.#facts()
    if (facts !== undefined) return facts.recipient
    throw this.#exists ? vaultLocked() : noVaultYet()
  }

  #writeFacts(recipient: string): Promise<void> {
    const { home, store, now } = this.#parts
    const created = now().toISOString()
    return writeVaultFile(home, { format: 1, recipient, backend: store.backend, created })
  }
}
