import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Secret } from '#platform/secret/secret.ts'
import { type AgePair, decryptUnder, encryptUnder, generateAgePair, recipientOf } from './age.ts'
import { HeldIdentity } from './held-identity.ts'
import {
  digestOf,
  lockHome,
  readVaultFile,
  removeVaultFile,
  requireIdentity,
  type VaultFileContent,
  writeVaultFile,
} from './vault-file.ts'
import { requireGoodPassphrase } from './require-good-passphrase.ts'
import { identityItem, restoreItem, type SecretStore, writeVerified } from './secret-store.ts'
import type { SealTarget } from './store-sealed.ts'
import {
  creatorSwapped,
  identityMissing,
  lockedMeanwhile,
  noCreator,
  noVaultYet,
  recipientSwapped,
  sealKeySwapped,
  vaultExists,
  vaultLocked,
  vaultReplaced,
} from './vault-errors.ts'
import { isSealKey, isVouched } from '../seal/seal.ts'
import { sealingKeyOf } from './sealing-key.ts'
import type { VaultStatus } from '../vault-schemas.ts'

export type VaultIdentityParts = {
  /** Real path of the data folder. */
  readonly home: string
  readonly store: SecretStore
  /** Whether a vault exists: vault.json or, if that was lost, the sealed identity. */
  readonly exists: boolean
  readonly autoLockMs: number
  readonly scryptWorkFactor: number
  readonly homeLockTimeoutMs: number
  readonly now: () => Date
}

/**
 * The vault's identity sealed under the passphrase, its public data in vault.json, and the lock
 * that allows one writing process at a time.
 */
export class VaultIdentity {
  readonly #parts: VaultIdentityParts
  readonly #held: HeldIdentity
  #exists: boolean
  /** Public key of the seals once known; constant while this process runs. */
  #sealKey: string | undefined

  /** @param onWipe called each time the opened identity is wiped from memory */
  constructor(parts: VaultIdentityParts, onWipe: () => void) {
    this.#parts = parts
    this.#held = new HeldIdentity(parts.autoLockMs, parts.now, onWipe)
    this.#exists = parts.exists
  }

  get exists(): boolean {
    return this.#exists
  }

  get state(): VaultStatus['state'] {
    const closed = this.#exists ? 'locked' : 'new'
    return this.#held.peek() === undefined ? closed : 'unlocked'
  }

  async create(passphrase: Secret): Promise<void> {
    await requireGoodPassphrase(passphrase, 'vault')
    const { store, scryptWorkFactor } = this.#parts
    await this.alone(async () => {
      if ((await this.#content()) ?? (await store.read(identityItem))) throw vaultExists()
      const pair = await generateAgePair()
      try {
        // Write the identity before vault.json: once that exists, others seal keys to it.
        const sealed = await encryptUnder(passphrase, pair.identity, scryptWorkFactor)
        await writeVerified(store, identityItem, sealed)
        this.#exists = true
        await this.#noteIdentity(pair, sealed)
      } catch (error) {
        pair.identity.wipe()
        throw error
      }
      this.#held.hold(pair)
    })
  }

  async unlock(passphrase: Secret): Promise<void> {
    const { store } = this.#parts
    this.#held.peek()
    const wipesBefore = this.#held.wipes
    const { sealed, ...pair } = await this.#openIdentity(passphrase)
    try {
      const details = await this.#checkedContent(pair)
      if (details?.sealKey === undefined || details.identity !== digestOf(sealed)) {
        const noted = this.alone(async () => {
          await this.#checkedContent(pair)
          // another process may have changed the passphrase meanwhile
          const current = await store.read(identityItem)
          if (current !== undefined && digestOf(current) === digestOf(sealed))
            await this.#noteIdentity(pair, sealed)
        })
        // A full or read-only disk must not block the unlock: the next one writes it.
        await (details === undefined ? noted : noted.catch(() => undefined))
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

  setAutoLock(idleMs: number): void {
    this.#held.setIdle(idleMs)
  }

  async changePassphrase(oldPassphrase: Secret, newPassphrase: Secret): Promise<void> {
    await requireGoodPassphrase(newPassphrase, 'vault')
    const { store, scryptWorkFactor } = this.#parts
    await this.alone(async () => {
      const before = await store.read(identityItem)
      const { identity, recipient } = await this.#openIdentity(oldPassphrase)
      try {
        await this.#checkedContent({ identity, recipient })
        const sealed = await encryptUnder(newPassphrase, identity, scryptWorkFactor)
        await writeVerified(store, identityItem, sealed)
        await this.#noteIdentity({ identity, recipient }, sealed)
      } catch (error) {
        // Without the identity every key is lost, so a failed change is rolled back, best effort.
        await restoreItem(store, identityItem, before).catch(() => {})
        throw error
      } finally {
        identity.wipe()
      }
    })
  }

  /** Destroys the vault after `removeItems`, whose items nothing could open any more. */
  async destroy(removeItems: () => Promise<void>): Promise<void> {
    const { home, store } = this.#parts
    await this.alone(async () => {
      await removeItems()
      await store.remove(identityItem)
      await removeVaultFile(home)
      this.lock()
      this.#exists = false
      this.#sealKey = undefined
    })
  }

  /**
   * Runs with the vault locked against other processes: two concurrent creations would lose each
   * other's keys. The lock outlasts a timed-out keychain call, which may still write.
   */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    const { home, store, homeLockTimeoutMs } = this.#parts
    const release = await lockHome(home, homeLockTimeoutMs)
    try {
      return await work()
    } finally {
      const released = store.idle().then(release)
      await Promise.race([released, nextTurn()])
    }
  }

  /** @throws ColdpressError `vault_locked` */
  secret(): Secret {
    const pair = this.#held.use()
    if (pair === undefined) throw this.#exists ? vaultLocked() : noVaultYet()
    return pair.identity
  }

  /** Provides the recipient and, while the vault is open, a copy of its identity. */
  async sealing<T>(work: (target: SealTarget) => Promise<T>): Promise<T> {
    const recipient = await this.recipient()
    const identity = this.#held.use()?.identity.copy()
    try {
      return await work({ recipient, identity })
    } finally {
      identity?.wipe()
    }
  }

  /** See {@link Vault.sealKey}. */
  async sealKey(): Promise<string | undefined> {
    const pair = this.#held.peek()
    if (pair !== undefined) return this.#knownSealKey(sealingKeyOf(pair.identity).publicKey)
    return this.#knownSealKey((await this.#content())?.sealKey ?? this.#sealKey)
  }

  /** See {@link Vault.creatorKey}. */
  async creatorKey(): Promise<string | undefined> {
    const creator = (await this.#content())?.creator
    if (creator === undefined) return undefined
    const sealKey = await this.sealKey()
    if (sealKey === undefined || !isVouched(sealKey, creator.key, creator.signature))
      throw creatorSwapped()
    return creator.key
  }

  /** See {@link Vault.trustCreator}. */
  async trustCreator(key: string): Promise<void> {
    if (!isSealKey(key)) throw noCreator('it is not 64 digits of hex.')
    const sealing = sealingKeyOf(this.secret())
    if (key === sealing.publicKey) throw noCreator('it is the key of this very vault.')
    await this.alone(async () => {
      const content = await this.#content()
      if (content === undefined || content.sealKey !== sealing.publicKey) throw sealKeySwapped()
      const creator = { key, signature: sealing.vouch(key) }
      await writeVaultFile(this.#parts.home, { ...content, creator })
    })
  }

  #knownSealKey(found: string | undefined): string | undefined {
    this.#sealKey ??= found
    if (this.#sealKey !== found) throw sealKeySwapped()
    return found
  }

  /**
   * The recipient, only while its sealed identity exists: a key sealed without it would be lost.
   * Read every time, since another process may have changed the vault.
   */
  async recipient(): Promise<string> {
    const pair = this.#held.use()
    const content = pair === undefined ? await this.#content() : await this.#checkedContent(pair)
    const recipient = pair?.recipient ?? content?.recipient
    if (recipient === undefined) throw this.#exists ? vaultLocked() : noVaultYet()
    await requireIdentity(this.#parts.store, content)
    return recipient
  }

  /** The identity by its passphrase, whatever the lock's state. The caller wipes it. */
  async opened(passphrase: Secret): Promise<AgePair> {
    const { identity, recipient } = await this.#openIdentity(passphrase)
    try {
      await this.#checkedContent({ identity, recipient })
      return { identity, recipient }
    } catch (error) {
      identity.wipe()
      throw error
    }
  }

  /** The opened pair and the sealed bytes. */
  async #openIdentity(passphrase: Secret): Promise<AgePair & { readonly sealed: Uint8Array }> {
    const { store } = this.#parts
    const sealed = await store.read(identityItem)
    if (sealed === undefined) {
      if ((await this.#content()) === undefined) throw noVaultYet()
      throw identityMissing(store.backend)
    }
    const identity = await decryptUnder(passphrase, sealed, identityItem)
    try {
      return { identity, recipient: await recipientOf(identity, identityItem), sealed }
    } catch (error) {
      identity.wipe()
      throw error
    }
  }

  async #content(): Promise<VaultFileContent | undefined> {
    const { home, store } = this.#parts
    const content = await readVaultFile(home)
    if (content !== undefined && content.backend !== store.backend) throw vaultReplaced()
    if (content !== undefined) this.#exists = true
    return content
  }

  /**
   * A replaced recipient would divert every new key to the attacker, and a replaced seal key would
   * validate the attacker's statements, so both must match the identity.
   */
  async #checkedContent({ identity, recipient }: AgePair): Promise<VaultFileContent | undefined> {
    // Before any await: a lock may wipe the identity meanwhile.
    const { publicKey } = sealingKeyOf(identity)
    const content = await this.#content()
    if (content === undefined) return undefined
    if (content.recipient !== recipient) throw recipientSwapped()
    if (content.sealKey === undefined || content.sealKey === publicKey) return content
    throw sealKeySwapped()
  }

  /** Writes vault.json for a created or opened identity. */
  async #noteIdentity({ identity, recipient }: AgePair, sealed: Uint8Array): Promise<void> {
    const { home, store, now } = this.#parts
    const { created = now().toISOString(), creator } = (await this.#content()) ?? {}
    const sealKey = sealingKeyOf(identity).publicKey
    await writeVaultFile(home, {
      format: 1,
      recipient,
      backend: store.backend,
      created,
      sealKey,
      identity: digestOf(sealed),
      ...(creator === undefined ? {} : { creator }),
    })
  }
}
