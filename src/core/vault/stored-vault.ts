import { setImmediate as nextTurn } from 'node:timers/promises'
import type { VerificationKey } from '../cardano/envelope.ts'
import type { KeyHash, TxId } from '../cardano/ids.ts'
import { signBody, writeSigningKey, type PolicyKey, type Witness } from '../cardano/keys.ts'
import { entropyOf } from '../cardano/derive.ts'
import { keyHashesIn, scriptFromCbor } from '../cardano/scripts.ts'
import { Secret, useAndWipe } from '../secret/secret.ts'
import {
  generateAgePair,
  openUnder,
  openWith,
  recipientOf,
  sealTo,
  sealUnder,
  type AgePair,
} from './age.ts'
import { drillBackup } from './backup-drill.ts'
import {
  type BackupFacts,
  openBackup,
  type PolicyToBackUp,
  sealBackup,
  type SealedBackup,
  wipeKeys,
} from './backup-file.ts'
import { HeldIdentity } from './held-identity.ts'
import { lockHome } from './home-lock.ts'
import { requireGoodPassphrase } from './passphrase.ts'
import { type GivenWord, type NewPhrase, PhraseDraft } from './phrase-draft.ts'
import { derivePhraseKey, storePhrase } from './phrases.ts'
import { openPolicyKey, storePolicyKeys } from './policy-keys.ts'
import {
  apiKeyItem,
  identityItem,
  phraseItem,
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
  nothingToBackUp,
  noVaultYet,
  recipientSwapped,
  vaultExists,
  vaultLocked,
  vaultReplaced,
} from './vault-faults.ts'
import type { RestoredBackup, Vault, VaultProbe, VaultStatus } from './vault.ts'

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
  readonly #draft = new PhraseDraft()
  #exists: boolean

  constructor(parts: StoredVaultParts) {
    this.#parts = parts
    this.#held = new HeldIdentity(parts.autoLockMs, parts.now, () => {
      this.#draft.wipe()
      parts.onLock?.()
    })
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

  async publicKeys(keyHashes: readonly KeyHash[]): Promise<readonly VerificationKey[]> {
    const told: VerificationKey[] = []
    for (const asked of keyHashes) {
      const { keyHash, publicKey, secret } = await this.#openKey(asked)
      secret.wipe()
      told.push({ keyHash, publicKey })
    }
    return told
  }

  async backUp(policy: PolicyToBackUp, passphrase: Secret): Promise<SealedBackup> {
    requireGoodPassphrase(passphrase, 'backup')
    const { now, scryptWorkFactor: workFactor } = this.#parts
    this.#identity()
    const keys: PolicyKey[] = []
    try {
      for (const keyHash of keyHashesIn(scriptFromCbor(policy.scriptCbor)))
        if (await this.hasKey(keyHash)) keys.push(await this.#openKey(keyHash))
      if (keys.length === 0) throw nothingToBackUp()
      return await sealBackup(policy, keys, passphrase, {
        created: now().toISOString(),
        workFactor,
      })
    } finally {
      wipeKeys(keys)
    }
  }

  async restoreBackup(file: Uint8Array, passphrase: Secret): Promise<RestoredBackup> {
    if (!this.#exists) await this.#recipient()
    const { facts, keys } = await openBackup(file, passphrase)
    try {
      const alreadyHere: KeyHash[] = []
      for (const { keyHash } of keys) if (await this.hasKey(keyHash)) alreadyHere.push(keyHash)
      await this.storeKeys(keys)
      return { ...facts, alreadyHere }
    } finally {
      wipeKeys(keys)
    }
  }

  drillBackup(file: Uint8Array, passphrase: Secret): Promise<BackupFacts> {
    return drillBackup(file, passphrase)
  }

  async beginPhrase(): Promise<NewPhrase> {
    this.#identity()
    return this.#draft.begin()
  }

  async confirmPhrase(fingerprint: string, given: readonly GivenWord[]): Promise<void> {
    await useAndWipe(this.#draft.confirmed(fingerprint, given), (entropy) =>
      this.#storePhrase(entropy),
    )
    this.#draft.wipe()
  }

  async restorePhrase(words: Secret): Promise<string> {
    return useAndWipe(Secret.ofBytes(entropyOf(words)), (entropy) => this.#storePhrase(entropy))
  }

  async hasPhrase(fingerprint: string): Promise<boolean> {
    return (await this.#parts.store.read(phraseItem(fingerprint))) !== undefined
  }

  async derivePhraseKey(fingerprint: string, index: number): Promise<VerificationKey> {
    const phrase = { fingerprint, index }
    const key = await useAndWipe(this.#identity().copy(), (identity) =>
      derivePhraseKey(this.#parts.store, phrase, identity),
    )
    try {
      await this.storeKeys([key])
      return { keyHash: key.keyHash, publicKey: key.publicKey }
    } finally {
      key.secret.wipe()
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
    readonly phrases?: readonly string[]
  }): Promise<void> {
    const { home, store } = this.#parts
    await this.#alone(async () => {
      for (const keyHash of items.keyHashes) await store.remove(policyItem(keyHash))
      for (const accountId of items.accountIds) await store.remove(apiKeyItem(accountId))
      for (const phrase of items.phrases ?? []) await store.remove(phraseItem(phrase))
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

  #storePhrase(entropy: Secret): Promise<string> {
    return this.#alone(async () => {
      const recipient = await this.#recipient()
      return storePhrase(this.#parts.store, entropy, recipient, this.#held.use())
    })
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
