import type { Seal, Statement } from './seal/seal.ts'
import type { Secret } from '#platform/secret/secret.ts'
import type { KeyHash } from '#cardano/ids.ts'
import type { PolicyKey, Witness } from '#cardano/keys.ts'
import type { NativeScript } from '#cardano/scripts.ts'

/** A key of a wallet: m/1852'/1815'/0'/0/index (CIP-1852) of the phrase that the vault keeps under `wallet`. */
export type WalletIndex = { readonly wallet: string; readonly index: number }

/** A payment key, and where it should be in a wallet: whoever signs derives it again. */
export type PaymentKeyAt = WalletIndex & { readonly keyHash: KeyHash }

/**
 * A wallet of the vault by its public parts. `accountKey` is 64 bytes of hex: public key and chain
 * code of m/1852'/1815'/0'. All addresses follow from it, but no key that can spend.
 */
export type PaymentWallet = { readonly id: string; readonly accountKey: string }

/** A wallet that this computer has kept: with its keys in the vault, or watched without them. */
export type KeptWallet = PaymentWallet & {
  readonly isWatched: boolean
  /** ISO 8601. */
  readonly createdAt: string
}

/** Whether keys can sign: now, after an unlock, or not at all because the vault lacks some. */
export type KeyAvailability = {
  readonly isOpen: boolean
  /** Hashes of keys, and ids of wallets, that the vault does not have. */
  readonly missing: readonly string[]
}

/** The order to sign that the studio sealed, and its collection; a refund without a sale has none. */
export type OrderProof = { readonly order: Seal; readonly collection?: Seal | undefined }

/** A transaction with the key that is to sign it. */
export type OrderedTransaction = OrderProof & {
  /** CBOR of the whole transaction. The vault computes the id from it. */
  readonly transaction: Uint8Array
  readonly keyHash: KeyHash
  /** The key's position in a wallet; absent for a key that is stored by itself. */
  readonly walletIndex?: WalletIndex | undefined
}

/**
 * Everything that a service gets of the vault (docs/adr/0005): these functions and nothing else.
 */
export type PolicyKeys = {
  /**
   * Stores the keys of a new policy, or throws and stores none. Works while the vault is locked.
   * Without a script, the keys belong to no policy and no backup: keys for test ADA.
   */
  storeKeys(policy: {
    readonly script?: NativeScript
    readonly keys: readonly PolicyKey[]
    /** False for keys that came with a request: they do not count as the user's own. */
    readonly madeHere: boolean
    readonly collectionName: string
  }): Promise<void>
  /** Bech32 text of the keys, for the interface's policy export only; the caller wipes it. */
  revealKeys(keyHashes: readonly KeyHash[]): Promise<readonly Secret[]>
  /**
   * Creates a wallet whose addresses receive the payments of sales. Works while the vault is
   * locked. Resolves when the wallet is stored.
   */
  createWallet(): Promise<PaymentWallet>
  /**
   * The wallet that this computer only watches, and whose keys are on another one; undefined where
   * there is none.
   * @throws ColdpressError `conflict` when nothing proves that its user brought it
   */
  watchedWallet(): Promise<PaymentWallet | undefined>
  /**
   * A wallet by its id, for a studio whose database has forgotten it; undefined where the vault has no
   * keys of it and it is not watched either. Works while the vault is locked.
   * @throws ColdpressError `conflict` when nothing proves that it is the user's
   */
  keptWallet(id: string): Promise<KeptWallet | undefined>
  /**
   * Signs the ordered transaction only.
   * @throws ColdpressError `vault_locked`, `key_missing`; `conflict` when the transaction differs
   * from the sealed one; `invalid` when the key at that position is another one
   */
  witness(ordered: OrderedTransaction): Promise<Witness>
  /**
   * Whether these keys could sign. Works while the vault is locked.
   * @throws ColdpressError `keychain_unreachable`
   */
  availability(of: {
    readonly keyHashes: readonly KeyHash[]
    /** The id of a wallet that is needed too. */
    readonly wallet?: string | undefined
  }): Promise<KeyAvailability>
  /**
   * Seals facts that money depends on (docs/adr/0017).
   * @throws ColdpressError `vault_locked`; `invalid` for a fact of another network
   */
  seal(statements: readonly Statement[]): Promise<readonly Seal[]>
  /**
   * The public key that verifies seals; works while the vault is locked. Undefined before the vault
   * has one.
   */
  sealKey(): Promise<string | undefined>
  /**
   * The seal key of the vault elsewhere that alone confirms what arrives over the interface; works
   * while the vault is locked. Undefined where this vault confirms it.
   * @throws ColdpressError `corrupt`
   */
  creatorKey(): Promise<string | undefined>
}
