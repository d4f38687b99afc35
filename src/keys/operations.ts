import { z } from 'zod'
import { documentText, longText, shortText } from '#values/bounds/bounded.ts'
import { manyOf, nothingField, secret } from '#transport/process/fields.ts'
import type { ProcessClientOf } from '#transport/process/operations.ts'
import {
  accountId,
  backup,
  backupToOpen,
  fingerprint,
  givenWord,
  itemIssue,
  itemToMove,
  keptWallet,
  keyHash,
  keyHashes,
  movedToKeychain,
  newPhrase,
  orderedTransaction,
  paymentWallet,
  policyKey,
  policyToBackUp,
  restoredBackup,
  restoredWallet,
  sealedBackup,
  sealedWallet,
  seals,
  statements,
  transactionToSign,
  vaultItems,
  vaultNames,
  vaultOptions,
  vaultProbe,
  verificationKey,
  walletToBackUp,
  witness,
} from './vault-schemas.ts'

/** Each of the items may take a slow keychain some seconds. */
const manyItemsMs = 600_000

/**
 * The functions of the vault, which is the only holder of secrets. Policy keys go in, witnesses come
 * out; none gives a private key back except `revealKeys`, which its callers offer under that name
 * alone, and `startPhrase` returns the words of a phrase that nothing depends on yet.
 *
 * Every function that reaches the store may throw ColdpressError `keychain_unreachable` (the
 * keychain does not answer) or `corrupt` (the message names the damaged item; others still work).
 */
export const vaultOperations = {
  /**
   * Makes the vault's identity, seals it under the passphrase and leaves the vault unlocked.
   * @throws ColdpressError `invalid` for a passphrase that could be guessed, `conflict` when there is
   * a vault already, made by whichever process.
   */
  create: { input: secret, output: nothingField },

  /** @throws ColdpressError `wrong_passphrase`, `corrupt`, `key_missing`, or `vault_locked` when there is no vault yet. */
  unlock: { input: secret, output: nothingField },

  /**
   * Changes the idle time after which the vault locks itself, from now on and for the time that has
   * passed already; Infinity: it never does. Does not count as use.
   * @throws ColdpressError `invalid` for anything else but whole milliseconds from 1 to 24 days
   */
  setAutoLock: { input: z.number(), output: nothingField },

  /**
   * Seals the same identity under another passphrase; lock state and stored items stay.
   * @throws ColdpressError `wrong_passphrase` for the old one, `invalid` for a weak new one
   */
  changePassphrase: {
    input: z.strictObject({ before: secret, after: secret }),
    output: nothingField,
  },

  /**
   * Stores all the keys or none, each verified by reading it back; storing a key again is no error.
   * Works while locked, for the keys are sealed to the vault's public recipient; while unlocked each
   * is opened again too.
   * @throws ColdpressError `vault_locked` while no passphrase was ever chosen, or when the identity
   * was replaced since the last unlock; `key_missing` when the identity is missing or damaged, for
   * then nobody could ever open the keys.
   */
  storeKeys: { input: manyOf(policyKey), output: nothingField, timeoutMs: manyItemsMs },

  hasKey: { input: keyHash, output: z.boolean() },

  /**
   * Signs a transaction that the user has read and confirmed. Computes the body's hash from the
   * bytes and holds the key in memory only meanwhile.
   * @throws ColdpressError `vault_locked`, `key_missing`; `invalid` for bytes that are not a
   * transaction, and when the wallet's key at the index is another one
   */
  witness: { input: transactionToSign, output: witness },

  /**
   * Signs a studio's transaction without confirmation, only if it matches a sealed order
   * (docs/adr/0017).
   * @throws ColdpressError `vault_locked`, `key_missing`; `conflict` when it does something else;
   * `invalid` when the wallet's key at the index is another one
   */
  witnessOrdered: { input: orderedTransaction, output: witness },

  /**
   * Seals statements about facts that money depends on (docs/adr/0017), in the given order.
   * @throws ColdpressError `vault_locked`; `forbidden` for those that the creator's vault confirms
   */
  seal: { input: statements, output: seals },

  /**
   * The public key of this vault's seals, 32 bytes of hex; works while locked. Undefined without a
   * vault, and for one of an older version until its next unlock.
   * @throws ColdpressError `corrupt` when vault.json names another key than before
   */
  sealKey: { input: nothingField, output: shortText.optional() },

  /**
   * The seal key of the vault that alone confirms payouts, royalties and prices; works while locked.
   * Undefined where this vault confirms them itself.
   * @throws ColdpressError `corrupt` when vault.json names a key that this vault did not fix
   */
  creatorKey: { input: nothingField, output: shortText.optional() },

  /**
   * Fixes that key; from now on this vault seals none of those facts.
   * @throws ColdpressError `vault_locked`; `invalid` for what is no key, or is this vault's own
   */
  trustCreator: { input: shortText, output: nothingField },

  /**
   * Creates a wallet and stores it as a phrase of 24 words, identified by its fingerprint; the
   * words are not shown. Works while locked.
   * @throws ColdpressError `vault_locked` before a passphrase is chosen
   */
  createWallet: { input: nothingField, output: paymentWallet },

  /**
   * The private keys as bech32 text (`ed25519_sk1…`, `ed25519e_sk1…`) in the requested order, for
   * policy exports and key files that the user requested. The caller wipes them.
   * @throws ColdpressError `vault_locked`, `key_missing`
   */
  revealKeys: { input: keyHashes, output: manyOf(secret), timeoutMs: manyItemsMs },

  /**
   * The public parts of stored keys, in the requested order.
   * @throws ColdpressError `vault_locked`, `key_missing`
   */
  publicKeys: { input: keyHashes, output: manyOf(verificationKey), timeoutMs: manyItemsMs },

  /**
   * The policy's script with all its keys in this vault, in an age file under its own passphrase.
   * @throws ColdpressError `invalid` for a weak passphrase, `vault_locked`, `key_missing` when the
   * vault has none of the keys
   */
  backUp: {
    input: z.strictObject({ policy: policyToBackUp, passphrase: secret }),
    output: sealedBackup,
    timeoutMs: manyItemsMs,
  },

  /**
   * Stores the keys of a backup, all or none; returns those that were stored before. Works while
   * locked.
   * @throws ColdpressError as `openBackup`; `vault_locked` before a passphrase is chosen
   */
  restoreBackup: { input: backupToOpen, output: restoredBackup, timeoutMs: manyItemsMs },

  /**
   * Proves that a backup can sign without changing stored items: see `testBackup`.
   * @throws ColdpressError as `testBackup`
   */
  testBackup: { input: backupToOpen, output: backup },

  /**
   * A wallet's words in an age file under its own passphrase.
   * @throws ColdpressError `invalid` for a weak passphrase, `vault_locked`, `key_missing`
   */
  backUpWallet: {
    input: z.strictObject({ wallet: walletToBackUp, passphrase: secret }),
    output: sealedWallet,
  },

  /**
   * Stores the wallet of a backup. Works while locked.
   * @throws ColdpressError as `openWallet`; `vault_locked` before a passphrase is chosen
   */
  restoreWallet: { input: backupToOpen, output: restoredWallet },

  /**
   * Creates a phrase of 24 words and returns it once. It stays in memory until `confirmPhrase`; a
   * lock or another start discards it. The caller wipes the words.
   * @throws ColdpressError `vault_locked`
   */
  startPhrase: { input: nothingField, output: newPhrase },

  /**
   * Stores the started phrase when the repeated words match.
   * @throws ColdpressError `invalid` naming the positions of wrong words, `conflict` when this
   * phrase was not started, or was discarded
   */
  confirmPhrase: {
    input: z.strictObject({ fingerprint, given: manyOf(givenWord) }),
    output: nothingField,
  },

  /**
   * Stores a phrase by its words and returns its fingerprint; storing it again is no error. Works
   * while locked.
   * @throws ColdpressError `invalid` for words that are not a phrase, never quoting them;
   * `vault_locked` before a passphrase is chosen
   */
  restorePhrase: { input: secret, output: fingerprint },

  hasPhrase: { input: fingerprint, output: z.boolean() },

  /**
   * Stores the policy key at an index of a phrase (CIP-1855, m/1855'/1815'/index').
   * @throws ColdpressError `vault_locked`, `key_missing`, `invalid` for the index
   */
  derivePhraseKey: {
    input: z.strictObject({ fingerprint, index: z.int() }),
    output: verificationKey,
  },

  /** Removing a missing key is no error. */
  removeKey: { input: keyHash, output: nothingField },

  /**
   * Stored raw in the keychain; in sealed files, sealed to the vault's recipient.
   * @throws ColdpressError `vault_locked` with sealed files before a passphrase is chosen
   */
  setApiKey: { input: z.strictObject({ accountId, apiKey: secret }), output: nothingField },

  /** @throws ColdpressError `vault_locked` with sealed files, while an item exists that cannot be opened. */
  getApiKey: { input: accountId, output: secret.optional() },

  /** Removing a missing API key is no error. */
  removeApiKey: { input: accountId, output: nothingField },

  /**
   * Destroys the vault and the named items, for a temporary home. The keychain cannot list its
   * items, so the caller names them.
   */
  destroy: { input: vaultNames, output: nothingField, timeoutMs: manyItemsMs },

  probe: { input: nothingField, output: vaultProbe },

  /**
   * The missing or damaged items. Opens each while unlocked; while locked, checks only the sealed
   * bytes.
   * @throws ColdpressError `key_missing` when the identity is missing or damaged: then none can be
   * opened
   */
  inspect: { input: vaultItems, output: manyOf(itemIssue), timeoutMs: manyItemsMs },

  /**
   * Everything of this vault for another computer, each item sealed and opened once.
   * @throws ColdpressError `wrong_passphrase`; `corrupt` naming a damaged item
   */
  itemsToMove: {
    input: z.strictObject({ passphrase: secret, names: vaultNames }),
    output: manyOf(itemToMove),
    timeoutMs: manyItemsMs,
  },

  /**
   * Opens every sealed file, after `unlock`. @returns their number
   * @throws ColdpressError `vault_locked`; `corrupt` naming the item
   */
  openEachItem: { input: nothingField, output: z.int(), timeoutMs: manyItemsMs },

  /**
   * Moves the sealed files of this vault into the keychain of the data folder that they are meant
   * for. This vault cannot be used afterwards: close it.
   * @throws ColdpressError `vault_locked`
   */
  moveIntoKeychain: {
    input: vaultOptions.pick({ home: true, isDefaultHome: true }),
    output: movedToKeychain,
    timeoutMs: manyItemsMs,
  },
} as const

const { revealKeys, seal, sealKey, creatorKey } = vaultOperations

/**
 * Everything that a service gets of the vault (docs/adr/0005): these functions and nothing else.
 * Those without a comment are the vault's own.
 */
export const policyKeyOperations = {
  /**
   * Stores the keys of a new policy, or throws and stores none. Works while the vault is locked.
   * Without a script, the keys belong to no policy and no backup: keys for test ADA.
   */
  storeKeys: {
    input: z.strictObject({
      /** CBOR in hex, which preserves the script's bytes. */
      scriptCbor: documentText.optional(),
      keys: manyOf(policyKey),
      /** False for keys that came with a request: they do not count as the user's own. */
      madeHere: z.boolean(),
      collectionName: longText,
    }),
    output: nothingField,
  },
  /** For the interface's policy export only; the caller wipes them. */
  revealKeys,
  /**
   * Creates a wallet whose addresses receive the payments of sales. Works while the vault is
   * locked. Resolves when the wallet is stored.
   */
  createWallet: { input: nothingField, output: paymentWallet },
  /**
   * The wallet that this computer only watches, and whose keys are on another one; undefined where
   * there is none.
   * @throws ColdpressError `conflict` when nothing proves that its user brought it
   */
  watchedWallet: { input: nothingField, output: paymentWallet.optional() },
  /**
   * A wallet by its id, for a studio whose database has forgotten it; undefined where the vault has no
   * keys of it and it is not watched either. Works while the vault is locked.
   * @throws ColdpressError `conflict` when nothing proves that it is the user's
   */
  keptWallet: { input: shortText, output: keptWallet.optional() },
  /** Signs the ordered transaction only; as `witnessOrdered` of the vault. */
  witness: vaultOperations.witnessOrdered,
  /**
   * Whether keys can sign: now, after an unlock, or not at all because the vault lacks some. Works
   * while the vault is locked.
   * @throws ColdpressError `keychain_unreachable`
   */
  availability: {
    input: z.strictObject({
      keyHashes,
      /** The id of a wallet that is needed too. */
      wallet: shortText.optional(),
    }),
    output: z.strictObject({
      isOpen: z.boolean(),
      /** Hashes of keys, and ids of wallets, that the vault does not have. */
      missing: manyOf(shortText),
    }),
  },
  /** `invalid` also for a fact of another network. */
  seal,
  sealKey,
  creatorKey,
} as const

export type PolicyKeys = ProcessClientOf<typeof policyKeyOperations>
