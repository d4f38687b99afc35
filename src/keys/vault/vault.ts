import type { KeyHash } from '#cardano/ids.ts'
import type { PolicyKey, Witness } from '#cardano/keys.ts'
import type { OrderedTransaction, PaymentWallet, WalletIndex } from '../policy-keys.ts'
import type { Seal, Statement } from '../seal/seal.ts'
import type { Secret } from '#platform/secret/secret.ts'
import type { BackupFacts, PolicyToBackUp, SealedBackup } from './backup-file.ts'
import type { SealedWallet, WalletBackupFacts, WalletToBackUp } from './wallet-backup.ts'
import type { GivenWord, NewPhrase } from './phrase-draft.ts'
import type { VerificationKey } from '#cardano/envelope.ts'

/** Storage of a vault's items: the system's keychain, or one age file each. */
export type Backend = 'keychain' | 'sealed-files'

export type VaultStatus = {
  /** `new`: no passphrase was ever chosen. `locked`: keys can be stored, nothing can sign. */
  readonly state: 'new' | 'locked' | 'unlocked'
  readonly backend: Backend
  /** Why the keychain is not used; a sentence for the user. Absent with backend `keychain`. */
  readonly note?: string
}

export type ProbeResult =
  | { readonly works: true }
  | { readonly works: false; readonly reason: string }

/** Shown by `doctor`: the result of writing, reading and deleting a random item in each store. */
export type VaultProbe = {
  /** The store that holds this vault's items. */
  readonly store: ProbeResult
  /** The system's keychain, whether or not this vault uses it. */
  readonly keychain: ProbeResult
}

/** Keys and phrases that should exist: a keychain cannot list its items. */
export type VaultItems = {
  readonly keyHashes: readonly KeyHash[]
  readonly phrases: readonly string[]
}

/** Items by what they are named after; `apiKeys` are names of API keys and other secrets of services. */
export type VaultNames = VaultItems & { readonly apiKeys: readonly string[] }

/** One item as a sealed file holds it: its name, such as `policy/3f1c…`, and an age file. */
export type ItemToMove = { readonly item: string; readonly bytes: Uint8Array }

/** `reason`: a sentence for the user; everything stayed in sealed files. */
export type MovedToKeychain =
  | { readonly moved: true }
  | { readonly moved: false; readonly reason: string }

/** A missing or damaged item, with a sentence that says so. */
export type ItemIssue = { readonly item: string; readonly message: string }

/** The restored backup, and its keys that the vault had already. */
export type RestoredBackup = BackupFacts & { readonly alreadyHere: readonly KeyHash[] }

/** The restored wallet, and whether the vault had it already. */
export type RestoredWallet = WalletBackupFacts & { readonly wasHere: boolean }

/**
 * The only holder of secrets. Policy keys go in, witnesses come out; no function gives a private
 * key back except {@link Vault.revealKeys}, which its callers offer under that name alone, and
 * {@link Vault.startPhrase} returns the words of a phrase that nothing depends on yet.
 *
 * Every function that reaches the store may throw ColdpressError `keychain_unreachable` (the
 * keychain does not answer) or `corrupt` (the message names the damaged item; others still work).
 */
export interface Vault {
  status(): VaultStatus

  /**
   * Makes the vault's identity, seals it under the passphrase and leaves the vault unlocked.
   * @throws ColdpressError `invalid` for a passphrase that could be guessed, `conflict` when there is
   * a vault already, made by whichever process.
   */
  create(passphrase: Secret): Promise<void>

  /** @throws ColdpressError `wrong_passphrase`, `corrupt`, `key_missing`, or `vault_locked` when there is no vault yet. */
  unlock(passphrase: Secret): Promise<void>

  /** Wipes the identity from memory. Nothing signs until {@link Vault.unlock}. */
  lock(): void

  /**
   * Changes the idle time after which the vault locks itself, from now on and for the time that has
   * passed already; Infinity: it never does. Does not count as use.
   * @throws ColdpressError `invalid` for anything else but whole milliseconds from 1 to 24 days
   */
  setAutoLock(idleMs: number): Promise<void>

  /**
   * Seals the same identity under another passphrase; lock state and stored items stay.
   * @throws ColdpressError `wrong_passphrase` for the old one, `invalid` for a weak new one
   */
  changePassphrase(oldPassphrase: Secret, newPassphrase: Secret): Promise<void>

  /**
   * Stores all the keys or none, each verified by reading it back; storing a key again is no error.
   * Works while locked, for the keys are sealed to the vault's public recipient; while unlocked each
   * is opened again too.
   * @throws ColdpressError `vault_locked` while no passphrase was ever chosen, or when the identity
   * was replaced since the last unlock; `key_missing` when the identity is missing or damaged, for
   * then nobody could ever open the keys.
   */
  storeKeys(keys: readonly PolicyKey[]): Promise<void>

  hasKey(keyHash: KeyHash): Promise<boolean>

  /**
   * Signs a transaction that the user has read and confirmed. Computes the body's hash from the
   * bytes and holds the key in memory only meanwhile.
   * @param transaction CBOR of the whole transaction
   * @param walletIndex where the key is in a wallet; absent for a key that is stored by itself
   * @throws ColdpressError `vault_locked`, `key_missing`; `invalid` for bytes that are not a
   * transaction, and when the wallet's key at the index is another one
   */
  witness(transaction: Uint8Array, keyHash: KeyHash, walletIndex?: WalletIndex): Promise<Witness>

  /**
   * Signs a studio's transaction without confirmation, only if it matches a sealed order
   * (docs/adr/0017).
   * @throws ColdpressError `vault_locked`, `key_missing`; `conflict` when it does something else;
   * `invalid` when the wallet's key at the index is another one
   */
  witnessOrdered(ordered: OrderedTransaction): Promise<Witness>

  /**
   * Seals statements about facts that money depends on (docs/adr/0017), in the given order.
   * @throws ColdpressError `vault_locked`; `forbidden` for those that the creator's vault confirms
   */
  seal(statements: readonly Statement[]): Promise<readonly Seal[]>

  /**
   * The public key of this vault's seals, 32 bytes of hex; works while locked. Undefined without a
   * vault, and for one of an older version until its next unlock.
   * @throws ColdpressError `corrupt` when vault.json names another key than before
   */
  sealKey(): Promise<string | undefined>

  /**
   * The seal key of the vault that alone confirms payouts, royalties and prices; works while locked.
   * Undefined where this vault confirms them itself.
   * @throws ColdpressError `corrupt` when vault.json names a key that this vault did not fix
   */
  creatorKey(): Promise<string | undefined>

  /**
   * Fixes that key; from now on this vault seals none of those facts.
   * @throws ColdpressError `vault_locked`; `invalid` for what is no key, or is this vault's own
   */
  trustCreator(key: string): Promise<void>

  /**
   * Creates a wallet and stores it as a phrase of 24 words, identified by its fingerprint; the
   * words are not shown. Works while locked.
   * @throws ColdpressError `vault_locked` before a passphrase is chosen
   */
  createWallet(): Promise<PaymentWallet>

  /**
   * The private keys as bech32 text (`ed25519_sk1…`, `ed25519e_sk1…`) in the requested order, for
   * policy exports and key files that the user requested. The caller wipes them.
   * @throws ColdpressError `vault_locked`, `key_missing`
   */
  revealKeys(keyHashes: readonly KeyHash[]): Promise<readonly Secret[]>

  /**
   * The public parts of stored keys, in the requested order.
   * @throws ColdpressError `vault_locked`, `key_missing`
   */
  publicKeys(keyHashes: readonly KeyHash[]): Promise<readonly VerificationKey[]>

  /**
   * The policy's script with all its keys in this vault, in an age file under its own passphrase.
   * @throws ColdpressError `invalid` for a weak passphrase, `vault_locked`, `key_missing` when the
   * vault has none of the keys
   */
  backUp(policy: PolicyToBackUp, passphrase: Secret): Promise<SealedBackup>

  /**
   * Stores the keys of a backup, all or none; returns those that were stored before. Works while
   * locked.
   * @throws ColdpressError as `openBackup`; `vault_locked` before a passphrase is chosen
   */
  restoreBackup(file: Uint8Array, passphrase: Secret): Promise<RestoredBackup>

  /**
   * Proves that a backup can sign without changing stored items: see `testBackup`.
   * @throws ColdpressError as `testBackup`
   */
  testBackup(file: Uint8Array, passphrase: Secret): Promise<BackupFacts>

  /**
   * A wallet's words in an age file under its own passphrase.
   * @throws ColdpressError `invalid` for a weak passphrase, `vault_locked`, `key_missing`
   */
  backUpWallet(wallet: WalletToBackUp, passphrase: Secret): Promise<SealedWallet>

  /**
   * Stores the wallet of a backup. Works while locked.
   * @throws ColdpressError as `openWallet`; `vault_locked` before a passphrase is chosen
   */
  restoreWallet(file: Uint8Array, passphrase: Secret): Promise<RestoredWallet>

  /**
   * Creates a phrase of 24 words and returns it once. It stays in memory until {@link
   * Vault.confirmPhrase}; a lock or another start discards it. The caller wipes the words.
   * @throws ColdpressError `vault_locked`
   */
  startPhrase(): Promise<NewPhrase>

  /**
   * Stores the started phrase when the repeated words match.
   * @throws ColdpressError `invalid` naming the positions of wrong words, `conflict` when this
   * phrase was not started, or was discarded
   */
  confirmPhrase(fingerprint: string, given: readonly GivenWord[]): Promise<void>

  /**
   * Stores a phrase by its words and returns its fingerprint; storing it again is no error. Works
   * while locked.
   * @throws ColdpressError `invalid` for words that are not a phrase, never quoting them;
   * `vault_locked` before a passphrase is chosen
   */
  restorePhrase(words: Secret): Promise<string>

  hasPhrase(fingerprint: string): Promise<boolean>

  /**
   * Stores the policy key at an index of a phrase (CIP-1855, m/1855'/1815'/index').
   * @throws ColdpressError `vault_locked`, `key_missing`, `invalid` for the index
   */
  derivePhraseKey(fingerprint: string, index: number): Promise<VerificationKey>

  /** Removing a missing key is no error. */
  removeKey(keyHash: KeyHash): Promise<void>

  /**
   * Stored raw in the keychain; in sealed files, sealed to the vault's recipient.
   * @throws ColdpressError `vault_locked` with sealed files before a passphrase is chosen
   */
  setApiKey(accountId: string, apiKey: Secret): Promise<void>

  /** @throws ColdpressError `vault_locked` with sealed files, while an item exists that cannot be opened. */
  getApiKey(accountId: string): Promise<Secret | undefined>

  /** Removing a missing API key is no error. */
  removeApiKey(accountId: string): Promise<void>

  /**
   * Destroys the vault and the named items, for a temporary home. The keychain cannot list its
   * items, so the caller names them.
   */
  destroy(items: {
    readonly keyHashes: readonly KeyHash[]
    readonly accountIds: readonly string[]
    readonly phrases?: readonly string[]
  }): Promise<void>

  probe(): Promise<VaultProbe>

  /**
   * The missing or damaged items. Opens each while unlocked; while locked, checks only the sealed
   * bytes.
   * @throws ColdpressError `key_missing` when the identity is missing or damaged: then none can be
   * opened
   */
  inspect(items: VaultItems): Promise<readonly ItemIssue[]>

  /**
   * Everything of this vault for another computer, each item sealed and opened once.
   * @throws ColdpressError `wrong_passphrase`; `corrupt` naming a damaged item
   */
  itemsToMove(passphrase: Secret, names: VaultNames): Promise<readonly ItemToMove[]>

  /**
   * Opens every sealed file, after {@link Vault.unlock}. @returns their number
   * @throws ColdpressError `vault_locked`; `corrupt` naming the item
   */
  openEachItem(): Promise<number>

  /**
   * Moves the sealed files of this vault into the keychain of the data folder that they are meant
   * for. This vault cannot be used afterwards: close it.
   * @throws ColdpressError `vault_locked`
   */
  moveIntoKeychain(target: Pick<VaultOptions, 'home' | 'isDefaultHome'>): Promise<MovedToKeychain>

  /** Locks, and stops the timer. */
  close(): void
}

export type VaultOptions = {
  /** The data folder; created when missing. */
  readonly home: string
  /** The default home uses the plain service name; any other home has its own. */
  readonly isDefaultHome: boolean
  /**
   * `auto` (default): the existing vault's backend; for a new one the keychain if it answers,
   * otherwise sealed files.
   */
  readonly backend?: 'auto' | Backend
  /** Idle time until the vault locks itself. Default 15 minutes. */
  readonly autoLockMs?: number
  /** Called each time the identity is wiped from memory, including auto-lock. */
  readonly onLock?: () => void
  /** Base-2 logarithm of scrypt's cost for new seals, at most 19. Default 18: about a second. */
  readonly scryptWorkFactor?: number
  /** Timeout of one keychain call. Default 5 seconds: a locked keychain may prompt indefinitely. */
  readonly keychainTimeoutMs?: number
  readonly now?: () => Date
}
