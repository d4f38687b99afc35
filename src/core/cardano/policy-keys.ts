import type { Seal, Statement } from '../seal/seal.ts'
import type { Secret } from '../secret/secret.ts'
import type { KeyHash } from './ids.ts'
import type { PolicyKey, Witness } from './keys.ts'
import type { NativeScript } from './scripts.ts'

/** A key of a wallet: m/1852'/1815'/0'/0/index (CIP-1852) of the phrase that the vault keeps under `wallet`. */
export type WalletIndex = { readonly wallet: string; readonly index: number }

/**
 * A wallet in the vault by its public parts. `accountKey` is 64 bytes of hex, public key and chain
 * code of m/1852'/1815'/0': all addresses follow from it, and no key that could spend.
 */
export type PaymentWallet = { readonly id: string; readonly accountKey: string }

/** Whether keys can sign: now, once somebody unlocks the vault, or not with what the vault has. */
export type KeyAvailability = {
  readonly isOpen: boolean
  /** Hashes of keys, and ids of wallets, that the vault does not have. */
  readonly missing: readonly string[]
}

/** What a studio was ordered to have signed, and the collection that it is for, as they were sealed. */
export type OrderProof = { readonly order: Seal; readonly collection: Seal }

/** A transaction with the key that is to sign it. */
export type OrderedTransaction = OrderProof & {
  /** The CBOR of the whole transaction: its id is computed from it where the key is. */
  readonly transaction: Uint8Array
  readonly keyHash: KeyHash
  /** Where the key is in a wallet; absent for a key that is stored by itself. */
  readonly walletIndex?: WalletIndex | undefined
}

/** All that a service is given of the vault (docs/adr/0005): seven functions, and no way to more. */
export type PolicyKeys = {
  /**
   * Keeps the keys of a new policy, or throws and keeps none. Works while the vault is locked.
   * Without a script they are no policy's, and in no backup: keys that hold play money.
   */
  storeKeys(policy: {
    readonly script?: NativeScript
    readonly keys: readonly PolicyKey[]
    /** False for keys that came with a request: they do not count as the user's own. */
    readonly madeHere: boolean
    readonly collectionName: string
  }): Promise<void>
  /** Bech32 text of the keys, for the interface's policy export alone; the caller wipes them. */
  revealKeys(keyHashes: readonly KeyHash[]): Promise<readonly Secret[]>
  /**
   * Makes a wallet whose addresses take the payments of sales. Works while the vault is locked; it
   * is stored before this answers.
   */
  createWallet(): Promise<PaymentWallet>
  /**
   * Signs what was ordered, and nothing else.
   * @throws ColdpressError `vault_locked`, `key_missing`; `conflict` when the transaction is not what
   * was sealed; `invalid` when the key at the place is another one
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
   * Signs facts that money depends on (docs/adr/0017).
   * @throws ColdpressError `vault_locked`; `invalid` for what is not of this studio's network
   */
  seal(statements: readonly Statement[]): Promise<readonly Seal[]>
  /** Whose seals are believed; works while the vault is locked. Undefined where none can be yet. */
  sealKey(): Promise<string | undefined>
}
