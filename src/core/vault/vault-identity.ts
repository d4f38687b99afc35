import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Secret } from '../secret/secret.ts'
import { type AgePair, generateAgePair, openUnder, recipientOf, sealUnder } from './age.ts'
import { HeldIdentity } from './held-identity.ts'
import { lockHome } from './home-lock.ts'
import { requireGoodPassphrase } from './passphrase.ts'
import { identityItem, putBack, type SecretStore, writeVerified } from './secret-store.ts'
import {
  identityMissing,
  lockedMeanwhile,
  noVaultYet,
  recipientSwapped,
  sealKeySwapped,
  vaultExists,
  vaultLocked,
  vaultReplaced,
} from './vault-faults.ts'
import { sealingKeyOf } from './sealing-key.ts'
import { readVaultFile, removeVaultFile, type VaultFacts, writeVaultFile } from './vault-file.ts'
import type { VaultStatus } from './vault.ts'

export type VaultIdentityParts = {
  /** Real path of the data folder. */
  readonly home: string
  readonly store: SecretStore
  /** Whether there is a vault: vault.json or, where that was lost, the sealed identity. */
  readonly exists: boolean
  readonly autoLockMs: number
  readonly scryptWorkFactor: number
  readonly homeLockTimeoutMs: number
  readonly now: () => Date
}

/**
 * What opens a vault: its identity, sealed under the passphrase, its public facts in vault.json, and
 * the lock by which one process at a time changes it.
 */
export class VaultIdentity {
  readonly #parts: VaultIdentityParts
  readonly #held: HeldIdentity
  #exists: boolean
  /** The public key of the seals, once it is known: it never changes while this process runs. */
  #sealKey: string | undefined

  /** @param onWipe called each time the opened identity was wiped from memory */
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
    requireGoodPassphrase(passphrase)
    const { store, scryptWorkFactor } = this.#parts
    await this.alone(async () => {
      if ((await this.#facts()) ?? (await store.read(identityItem))) throw vaultExists()
      const pair = await generateAgePair()
      try {
        // The identity stands before vault.json does: from then on others seal keys to it.
        const sealed = await sealUnder(passphrase, pair.identity, scryptWorkFactor)
        await writeVerified(store, identityItem, sealed)
        this.#exists = true
        await this.#writeFacts(pair)
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
      if ((await this.#checkedFacts(pair))?.sealKey === undefined) {
        await this.alone(async () => {
          const facts = await this.#checkedFacts(pair)
          if (facts?.sealKey === undefined) await this.#writeFacts(pair, facts?.created)
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

  setAutoLock(idleMs: number): void {
    this.#held.setIdle(idleMs)
  }

  async changePassphrase(oldPassphrase: Secret, newPassphrase: Secret): Promise<void> {
    requireGoodPassphrase(newPassphrase)
    const { store, scryptWorkFactor } = this.#parts
    await this.alone(async () => {
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

  /** Gives the vault up, after `removeItems`: without the identity nothing could open them. */
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
   * Runs while no other process changes this vault: two that create at once would each lose the
   * other's keys. The lock outlasts a keychain call that was given up on, since that may still write.
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

  /** The opened identity for use right now; undefined while locked. */
  opened(): AgePair | undefined {
    return this.#held.use()
  }

  /** @throws ColdpressError `vault_locked` */
  secret(): Secret {
    const pair = this.opened()
    if (pair === undefined) throw this.#exists ? vaultLocked() : noVaultYet()
    return pair.identity
  }

  /** Whom to seal to. Read anew each time: another process may have created the vault since. */
  async recipient(): Promise<string> {
    const pair = this.#held.use()
    if (pair !== undefined) {
      await this.#checkedFacts(pair)
      return pair.recipient
    }
    const facts = await this.#facts()
    if (facts !== undefined) return facts.recipient
    throw this.#exists ? vaultLocked() : noVaultYet()
  }

  /** See {@link Vault.sealKey}. */
  async sealKey(): Promise<string | undefined> {
    const pair = this.#held.peek()
    if (pair !== undefined) return this.#knownSealKey(sealingKeyOf(pair.identity).publicKey)
    return this.#knownSealKey((await this.#facts())?.sealKey ?? this.#sealKey)
  }

  #knownSealKey(found: string | undefined): string | undefined {
    this.#sealKey ??= found
    if (this.#sealKey !== found) throw sealKeySwapped()
    return found
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

  /**
   * A recipient that is not the identity's own would divert every new key to whoever put it there;
   * with a seal key of their own, they would have confirmed whatever they wrote.
   */
  async #checkedFacts({ identity, recipient }: AgePair): Promise<VaultFacts | undefined> {
    const facts = await this.#facts()
    if (facts === undefined) return undefined
    if (facts.recipient !== recipient) throw recipientSwapped()
    if (facts.sealKey === undefined || facts.sealKey === sealingKeyOf(identity).publicKey)
      return facts
    throw sealKeySwapped()
  }

  #writeFacts(
    { identity, recipient }: AgePair,
    created = this.#parts.now().toISOString(),
  ): Promise<void> {
    const { home, store } = this.#parts
    const sealKey = sealingKeyOf(identity).publicKey
    return writeVaultFile(home, { format: 1, recipient, backend: store.backend, created, sealKey })
  }
}
