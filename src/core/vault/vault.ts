import type { KeyHash } from '../cardano/ids.ts'
import type { PolicyKey, Witness } from '../cardano/keys.ts'
import type { OrderedTransaction, PaymentWallet } from '../cardano/policy-keys.ts'
import type { Seal, Statement } from '../seal/seal.ts'
import type { Secret } from '../secret/secret.ts'
import type { BackupFacts, PolicyToBackUp, SealedBackup } from './backup-file.ts'
import type { SealedWallet, WalletBackupFacts, WalletToBackUp } from './wallet-backup.ts'
import type { GivenWord, NewPhrase } from './phrase-draft.ts'
import type { VerificationKey } from '../cardano/envelope.ts'

/** Where a vault's items live: one item each in the system's keychain, or one age file each. */
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

/** What `doctor` shows: each was tried just now by writing, reading and deleting a random item. */
export type VaultProbe = {
  /** The store that holds this vault's items. */
  readonly store: ProbeResult
  /** The system's keychain, whether or not this vault uses it. */
  readonly keychain: ProbeResult
}

/** Keys and phrases that somebody counts on: a keychain cannot list what it holds. */
export type VaultItems = {
  readonly keyHashes: readonly KeyHash[]
  readonly phrases: readonly string[]
}

/** An item that is missing or cannot be opened, and a sentence that says so. */
export type ItemIssue = { readonly item: string; readonly message: string }

/** What was restored, and which of the keys were here already. */
export type RestoredBackup = BackupFacts & { readonly alreadyHere: readonly KeyHash[] }

/** What was restored of a wallet, and whether it was here already. */
export type RestoredWallet = WalletBackupFacts & { readonly wasHere: boolean }

/**
 * The only holder of secrets. Policy keys go in, witnesses come out; no function gives a private
 * key back except {@link Vault.revealKeys}, which its callers offer under that name alone, and
 * {@link Vault.startPhrase} tells the words of a phrase that nothing depends on yet.
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
   * Seals the same identity under another passphrase; lock state and stored items stay as they are.
   * @throws ColdpressError `wrong_passphrase` for the old one, `invalid` for a new one that could be guessed.
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
   * Signs a transaction that its user has read and confirmed: the hash of its body, computed here
   * from its bytes. The key is in memory for that long.
   * @param transaction CBOR of the whole transaction
   * @throws ColdpressError `vault_locked`, `key_missing`; `invalid` for bytes that are no transaction
   */
  witness(transaction: Uint8Array, keyHash: KeyHash): Promise<Witness>

  /**
   * Signs a transaction that nobody confirms, because a studio was ordered to make it: only if it does
   * what was sealed (docs/adr/0017).
   * @throws ColdpressError `vault_locked`, `key_missing`; `conflict` when it does something else;
   * `invalid` when the key at the place in a wallet is another one
   */
  witnessOrdered(ordered: OrderedTransaction): Promise<Witness>

  /**
   * Signs statements about facts that money depends on (docs/adr/0017), in the order given.
   * @throws ColdpressError `vault_locked`
   */
  seal(statements: readonly Statement[]): Promise<readonly Seal[]>

  /**
   * The public key of this vault's seals, 32 bytes of hex; works while locked. Undefined where there
   * is no vault yet, and for one of an older version that was not unlocked since.
   * @throws ColdpressError `corrupt` when vault.json names another key than before
   */
  sealKey(): Promise<string | undefined>

  /**
   * Makes a wallet and stores it as a phrase of 24 words, under whose fingerprint it is known from
   * then on; nobody was told the words. Works while locked.
   * @throws ColdpressError `vault_locked` while no passphrase was ever chosen
   */
  createWallet(): Promise<PaymentWallet>

  /**
   * The private keys as bech32 text (`ed25519_sk1…`, `ed25519e_sk1…`), in the order asked for: for
   * the interface's policy export and for key files that were asked for. The caller wipes them.
   * @throws ColdpressError `vault_locked`, `key_missing`
   */
  revealKeys(keyHashes: readonly KeyHash[]): Promise<readonly Secret[]>

  /**
   * The public parts of stored keys, in the order asked for.
   * @throws ColdpressError `vault_locked`, `key_missing`
   */
  publicKeys(keyHashes: readonly KeyHash[]): Promise<readonly VerificationKey[]>

  /**
   * All keys of the policy that are here, with its script, in an age file under a passphrase of its
   * own. The keys leave the vault in that file alone.
   * @throws ColdpressError `invalid` for a passphrase that could be guessed, `vault_locked`,
   * `key_missing` when none of the keys is here
   */
  backUp(policy: PolicyToBackUp, passphrase: Secret): Promise<SealedBackup>

  /**
   * Stores the keys of a backup, all or none; answers which of them were here before. Works while
   * locked.
   * @throws ColdpressError as `openBackup`; `vault_locked` while no passphrase was ever chosen
   */
  restoreBackup(file: Uint8Array, passphrase: Secret): Promise<RestoredBackup>

  /**
   * Proves that a backup can sign, without touching what is stored: see `testBackup`.
   * @throws ColdpressError as `testBackup`
   */
  testBackup(file: Uint8Array, passphrase: Secret): Promise<BackupFacts>

  /**
   * A wallet in an age file under a passphrase of its own. Its words leave the vault in that file alone.
   * @throws ColdpressError `invalid` for a passphrase that could be guessed, `vault_locked`, `key_missing`
   */
  backUpWallet(wallet: WalletToBackUp, passphrase: Secret): Promise<SealedWallet>

  /**
   * Stores the wallet of a backup. Works while locked.
   * @throws ColdpressError as `openWallet`; `vault_locked` while no passphrase was ever chosen
   */
  restoreWallet(file: Uint8Array, passphrase: Secret): Promise<RestoredWallet>

  /**
   * Makes a phrase of 24 words and tells it, this once. It is kept in memory until
   * {@link Vault.confirmPhrase}; locking, or beginning again, forgets it. The caller wipes the words.
   * @throws ColdpressError `vault_locked`
   */
  startPhrase(): Promise<NewPhrase>

  /**
   * Stores the phrase that was started, when the words asked for were given back.
   * @throws ColdpressError `invalid` naming the places of wrong words, `conflict` when this phrase
   * was not started, or was forgotten
   */
  confirmPhrase(fingerprint: string, given: readonly GivenWord[]): Promise<void>

  /**
   * Stores a phrase by its words; answers its fingerprint. One that is here already is no error.
   * Works while locked.
   * @throws ColdpressError `invalid` for words that are no phrase, never with one of them;
   * `vault_locked` while no passphrase was ever chosen
   */
  restorePhrase(words: Secret): Promise<string>

  hasPhrase(fingerprint: string): Promise<boolean>

  /**
   * Stores the policy key at an index of a phrase (CIP-1855, m/1855'/1815'/index').
   * @throws ColdpressError `vault_locked`, `key_missing`, `invalid` for the index
   */
  derivePhraseKey(fingerprint: string, index: number): Promise<VerificationKey>

  /** Removing a key that is not there is no error. */
  removeKey(keyHash: KeyHash): Promise<void>

  /**
   * In the keychain as it is; in sealed files sealed to the vault's recipient, which needs a vault.
   * @throws ColdpressError `vault_locked` with sealed files while no passphrase was ever chosen.
   */
  setApiKey(accountId: string, apiKey: Secret): Promise<void>

  /** @throws ColdpressError `vault_locked` with sealed files, while an item exists that cannot be opened. */
  getApiKey(accountId: string): Promise<Secret | undefined>

  /** Removing an API key that is not there is no error. */
  removeApiKey(accountId: string): Promise<void>

  /**
   * Gives the vault up for good, with the items named: for a throwaway home. The keychain cannot
   * list what it holds, so whoever stored the items names them.
   */
  destroy(items: {
    readonly keyHashes: readonly KeyHash[]
    readonly accountIds: readonly string[]
    readonly phrases?: readonly string[]
  }): Promise<void>

  probe(): Promise<VaultProbe>

  /**
   * Which of these items are missing or cannot be opened. Opens each while the vault is unlocked;
   * while it is locked, tells only what the sealed bytes show.
   * @throws ColdpressError `key_missing` when the identity is missing or damaged: then none can be opened
   */
  inspect(items: VaultItems): Promise<readonly ItemIssue[]>

  /** Locks, and stops the timer. */
  close(): void
}

export type VaultOptions = {
  /** The data folder; made when missing. */
  readonly home: string
  /** The default home's items stand under the plain service name; any other home has its own. */
  readonly isDefaultHome: boolean
  /** `auto` (default): the keychain where one answers, sealed files otherwise, as vault.json says once there is one. */
  readonly backend?: 'auto' | Backend
  /** Idle time until the vault locks itself. Default 15 minutes. */
  readonly autoLockMs?: number
  /** Called each time the identity was wiped from memory, by whatever: also when the vault locks itself. */
  readonly onLock?: () => void
  /** Base-2 logarithm of scrypt's cost for new seals, at most 19. Default 18: about a second. */
  readonly scryptWorkFactor?: number
  /** How long the keychain may take to answer one call. Default 5 seconds: a locked one may prompt for ever. */
  readonly keychainTimeoutMs?: number
  readonly now?: () => Date
}
